/**
 * The looks in which floors can be shown. In a dark interface, `uiMode and Configuration.UI_MODE_NIGHT_MASK` of
 * the configuration is `Configuration.UI_MODE_NIGHT_YES`; Android creates the activity again where that changes.
 */
