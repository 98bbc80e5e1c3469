extension BuildResources {
  /// The same with the most threads with which a build stays within the memory, at least one.
  ///
  /// - Parameter memoryNeeded: The working memory of the build with such resources, which grows with the
  ///   threads.
  /// - Returns: These resources where the build fits with them; those with one thread where it fits with
  ///   no number of them.
  /// - Throws: What `memoryNeeded` throws.
  package func fitting(_ memoryNeeded: (BuildResources) throws -> Int) rethrows -> BuildResources {
    var fitted = self
    func fits(_ count: Int) throws -> Bool {
      fitted.threads = count
      return try memoryNeeded(fitted) <= memoryLimit
    }
    if try fits(threads) { return self }
    var (enough, tooMany) = (1, threads)
    while tooMany - enough > 1 {
      let middle = (enough + tooMany) / 2
      if try fits(middle) { enough = middle } else { tooMany = middle }
    }
    fitted.threads = enough
    return fitted
  }
}
