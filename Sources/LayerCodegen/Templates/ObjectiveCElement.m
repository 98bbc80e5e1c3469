[[__floorType__ alloc] initWithIdentifier:__id__
    level:__boxedLevel__
    name:__floorName__
    /*!readsFiles*/
    tileURL:^(NSUInteger x, NSUInteger y, NSUInteger zoom/*?base*/, __base__/*.*/) {
      return [__type__ tileURLForX:x y:y zoom:zoom/*?isRelative*/ relativeToURL:base/*.*/];
    }
    /*.*/
    makeLayer:^/*?base*/(__base__) /*.*/{
      return [__type__ makeLayer/*?isRelative*/RelativeToURL:base/*.*/];
    }/*?others*/
    variants:@[
      /*@others*/
      __element__
      /*.*/
    ]/*:*//*?isOther*/
    variants:@[]/*.*//*.*/],
