// Drawings of tests are made with the canvas that draws the pictures of the product.
@_exported public import PyramidPictures
