/// A value, with the error that it may throw made another.
package func rethrowing<Value, Failure: Error, Other: Error>(
  _ value: @autoclosure () throws(Failure) -> Value, as other: (Failure) -> Other
) throws(Other) -> Value {
  do throws(Failure) { return try value() } catch { throw other(error) }
}
