(__layerType__ *)makeLayer/*?isRelative*/RelativeToURL:(__baseType__)base/*.*/
