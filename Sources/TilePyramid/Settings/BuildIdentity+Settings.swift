extension BuildIdentity {
  /// Values that are the defaults add nothing.
  mutating func add(_ settings: PyramidSettings, of group: any SettingGroup.Type) {
    for setting in group.settings where setting.isInIdentity {
      add("`\(setting.parameter)`", setting.changedText(in: settings))
    }
  }
}
