"""How alike two pictures of one view are."""

import io

import numpy
from PIL import Image

# Pixels at the borders that are left out where a picture was moved.
MARGIN = 16


def load(data):
    """Samples of a PNG file, as rows of RGB."""
    return numpy.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=numpy.float64)


def grey(picture):
    """Luma, smoothed a little, since clients resample with different kernels."""
    luma = picture @ (0.299, 0.587, 0.114)
    for axis in (0, 1):
        luma = (numpy.roll(luma, 1, axis) + 2 * luma + numpy.roll(luma, -1, axis)) / 4
    return luma


def moved(picture, right, down):
    """A picture moved by parts of a pixel."""
    rows = numpy.fft.fftfreq(picture.shape[0])[:, None]
    columns = numpy.fft.rfftfreq(picture.shape[1])[None, :]
    phase = numpy.exp(-2j * numpy.pi * (right * columns + down * rows))
    return numpy.fft.irfft2(numpy.fft.rfft2(picture) * phase, s=picture.shape)


def shift(found, expected):
    """How far a picture is moved against another, (right, down) in pixels.

    Whole pixels from the peak of the cross-correlation, parts from least squares on the gradient.
    """
    first, second = grey(found), grey(expected)
    spectrum = numpy.fft.rfft2(first - first.mean()) * numpy.conj(numpy.fft.rfft2(second - second.mean()))
    peak = numpy.unravel_index(numpy.argmax(numpy.fft.irfft2(spectrum, s=first.shape)), first.shape)
    down, right = (float(p - n if p > n // 2 else p) for p, n in zip(peak, first.shape))
    inner = (slice(MARGIN, -MARGIN), slice(MARGIN, -MARGIN))
    by_row, by_column = (g[inner].ravel() for g in numpy.gradient(second))
    gradient = numpy.stack([by_column, by_row], axis=1)
    for _ in range(8):
        difference = (moved(first, -right, -down) - second)[inner].ravel()
        step = -numpy.linalg.lstsq(gradient, difference, rcond=None)[0]
        right, down = right + float(step[0]), down + float(step[1])
        if max(abs(step)) < 1e-4:
            break
    return right, down


def decibels(found, expected):
    """The peak signal-to-noise ratio; infinite for equal pictures."""
    error = numpy.mean((found - expected) ** 2)
    return float("inf") if error == 0 else float(10 * numpy.log10(255 ** 2 / error))


def difference(found, expected):
    """The mean difference of a sample, 0 to 255."""
    return float(numpy.mean(numpy.abs(found - expected)))


def correlation(found, expected):
    """The correlation of luma, 1 for equal pictures, about 0 for others, such as an empty map."""
    first, second = grey(found).ravel(), grey(expected).ravel()
    if first.std() == 0 or second.std() == 0:
        return 0.0
    return float(numpy.corrcoef(first, second)[0, 1])
