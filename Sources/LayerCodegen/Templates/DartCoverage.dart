/// Which tiles exist: per zoom, bands of rows that hold the same columns.
class _Coverage {
  /// Unpacks numbers of five bits a character, the least significant first.
  _Coverage(String packed) {
    var index = 0;
    int next() {
      var number = 0;
      var shift = 0;
      while (true) {
        final digit = _alphabet.indexOf(packed[index++]);
        number |= (digit & 31) << shift;
        if (digit < 32) return number;
        shift += 5;
      }
    }

    while (index < packed.length) {
      final zoom = next();
      final west = next();
      final rows = <int>[];
      final columns = <List<int>>[];
      var row = 0;
      for (var bands = next(); bands > 0; bands--) {
        row += next();
        rows.add(row);
        row += next();
        rows.add(row);
        final runs = <int>[];
        var column = west;
        for (var ends = 2 * next(); ends > 0; ends--) {
          column += next();
          runs.add(column);
        }
        columns.add(runs);
      }
      _rows[zoom] = rows;
      _columns[zoom] = columns;
    }
  }

  static const _alphabet = '__alphabet__';

  // Ranges are pairs: the first number and the one after the last.
  final _rows = <int, List<int>>{};
  final _columns = <int, List<List<int>>>{};

  bool hasTile(int x, int y, int zoom) {
    final rows = _rows[zoom];
    final columns = _columns[zoom];
    if (rows == null || columns == null) return false;
    final band = _find(rows, y);
    return band >= 0 && _find(columns[band], x) >= 0;
  }

  /// The index of the range that holds a number among ascending ones, or -1.
  static int _find(List<int> ranges, int number) {
    var low = 0;
    var high = ranges.length ~/ 2;
    while (low < high) {
      final middle = (low + high) ~/ 2;
      if (ranges[2 * middle + 1] > number) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < ranges.length ~/ 2 && ranges[2 * low] <= number ? low : -1;
  }
}
