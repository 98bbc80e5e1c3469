package android.graphics;

import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import javax.imageio.ImageIO;

/** As in Android. */
public final class Bitmap {
  /** As in Android. */
  public enum CompressFormat {
    JPEG,
    PNG
  }

  final BufferedImage image;

  Bitmap(BufferedImage image) {
    this.image = image;
  }

  /** As in Android. */
  public int getWidth() {
    return image.getWidth();
  }

  /** As in Android. */
  public int getHeight() {
    return image.getHeight();
  }

  /** As in Android. */
  public static Bitmap createBitmap(Bitmap source, int x, int y, int width, int height) {
    return new Bitmap(source.image.getSubimage(x, y, width, height));
  }

  /** As in Android: pixels are repeated unless filtered. */
  public static Bitmap createScaledBitmap(Bitmap source, int width, int height, boolean filter) {
    BufferedImage scaled = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    Graphics2D graphics = scaled.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION,
        filter
            ? RenderingHints.VALUE_INTERPOLATION_BILINEAR
            : RenderingHints.VALUE_INTERPOLATION_NEAREST_NEIGHBOR);
    graphics.drawImage(source.image, 0, 0, width, height, null);
    graphics.dispose();
    return new Bitmap(scaled);
  }

  /** As in Android. */
  public boolean compress(CompressFormat format, int quality, OutputStream stream) {
    try {
      return ImageIO.write(image, format.name(), stream);
    } catch (IOException error) {
      return false;
    }
  }
}
