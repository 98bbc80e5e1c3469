// Generated from a layer definition by tilepyramid; do not edit.

/*?package*/
package __package__/*?isJava*/;/*.*/

/*.*/
