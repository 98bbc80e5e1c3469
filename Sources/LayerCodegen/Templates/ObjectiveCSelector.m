(nullable NSURL *)tileURLForX:(NSUInteger)x y:(NSUInteger)y zoom:(NSUInteger)zoom/*?isRelative*/ relativeToURL:(__baseType__)base/*.*/
