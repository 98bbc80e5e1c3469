// Generated from a layer definition by tilepyramid; do not edit.

/*?package*/
package __package__;

/*.*/
__variantComment__
public enum __variantType__ { /*@variants*/__constant__/*!last*/, /*.*//*.*/ }
