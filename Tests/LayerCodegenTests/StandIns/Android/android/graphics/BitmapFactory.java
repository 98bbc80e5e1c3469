package android.graphics;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import javax.imageio.ImageIO;

/** As in Android. */
public final class BitmapFactory {
  private BitmapFactory() {}

  /** As in Android: null for what is no image. */
  public static Bitmap decodeByteArray(byte[] data, int offset, int length) {
    try {
      BufferedImage image = ImageIO.read(new ByteArrayInputStream(data, offset, length));
      return image == null ? null : new Bitmap(image);
    } catch (IOException error) {
      return null;
    }
  }
}
