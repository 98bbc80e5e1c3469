package android.content;

import android.content.res.AssetManager;
import java.io.File;

/** As in Android, over folders of this machine. */
public final class Context {
  private final AssetManager assets;
  private final File files;

  public Context(File assets, File files) {
    this.assets = new AssetManager(assets);
    this.files = files;
  }

  /** As in Android. */
  public AssetManager getAssets() {
    return assets;
  }

  /** As in Android. */
  public File getNoBackupFilesDir() {
    return files;
  }
}
