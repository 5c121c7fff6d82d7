export type Points = {
  /** Seconds, ascending. */
  readonly times: readonly number[];
  /** As many; null leaves a gap. */
  readonly values: readonly (number | null)[];
};

/** What a square of 100 by 100 shows: from a moment on, so many seconds, and values from zero to the top. */
export type Scale = { readonly from: number; readonly span: number; readonly top: number };

type Point = { readonly x: number; readonly y: number };

/** The path of a line through the points, in one piece between two gaps. */
export const linePath = (points: Points, scale: Scale): string => piecesOf(points, scale).map(lineOf).join('');

/** The path around the area between that line and zero. */
export const areaPath = (points: Points, scale: Scale): string =>
  piecesOf(points, scale)
    .map((piece) => `${lineOf(piece)}V100H${piece[0]?.x ?? 0}Z`)
    .join('');

/** A smooth line through the points: cubic pieces that never leave the values of their two ends (Fritsch and Carlson, 1980). */
function lineOf(piece: readonly Point[]): string {
  const slopes = slopesOf(piece);
  return piece
    .map(({ x, y }, at) => {
      const last = piece[at - 1];
      if (last === undefined) return `M${x} ${y}`;
      const third = (x - last.x) / 3;
      const [leaving, arriving] = [last.y + third * (slopes[at - 1] ?? 0), y - third * (slopes[at] ?? 0)];
      return `C${rounded(last.x + third)} ${rounded(leaving)} ${rounded(x - third)} ${rounded(arriving)} ${x} ${y}`;
    })
    .join('');
}

/** The slope of the line at each point: the harmonic mean of those on its two sides, or level where the line turns. */
function slopesOf(piece: readonly Point[]): readonly number[] {
  const between = piece.slice(1).map(({ x, y }, at) => {
    const before = piece[at] ?? { x, y };
    return x === before.x ? 0 : (y - before.y) / (x - before.x);
  });
  return piece.map((_, at) => {
    const before = between[at - 1] ?? between[at] ?? 0;
    const after = between[at] ?? before;
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
}

function piecesOf({ times, values }: Points, { from, span, top }: Scale): readonly (readonly Point[])[] {
  const pieces: Point[][] = [];
  let piece: Point[] | null = null;
  for (const [at, time] of times.entries()) {
    const value = values[at] ?? null;
    if (value === null) {
      piece = null;
      continue;
    }
    if (piece === null) {
      piece = [];
      pieces.push(piece);
    }
    piece.push({ x: rounded(((time - from) / span) * 100), y: rounded(100 - (value / top) * 100) });
  }
  return pieces;
}

/** A hundredth of the square is less than a pixel. */
const rounded = (number: number): number => Math.round(number * 100) / 100;
