package android.content.res;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;

/** As in Android, over a folder of this machine. */
public final class AssetManager {
  /** How many assets were opened. */
  public int openCount = 0;

  private final File folder;

  public AssetManager(File folder) {
    this.folder = folder;
  }

  /** As in Android. */
  public synchronized InputStream open(String name) throws IOException {
    openCount++;
    return new FileInputStream(new File(folder, name));
  }
}
