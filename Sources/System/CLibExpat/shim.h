// The limits on what entities expand to, which are in every build that reads document types.
#define XML_DTD 1
#include <expat.h>
