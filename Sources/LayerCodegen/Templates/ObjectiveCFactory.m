(GMSTileLayer *)makeLayer/*?isRelative*/RelativeToURL:(__baseType__)base/*.*/
