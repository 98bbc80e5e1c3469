__head__
__variantComment__
public enum __variantType__ { /*@variants*/__constant__/*!last*/, /*.*//*.*/ }
