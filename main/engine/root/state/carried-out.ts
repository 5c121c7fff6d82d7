import type { ItemId } from '../../model/ids.ts';
import type { Direction, Lately } from '../../model/plan/plan.ts';

/** What a person or a program does in one go, at the pace of a slow disk or network. */
const WINDOW_MS = 15 * 60_000;
/** The count is kept in pieces of this length. */
const PIECE_MS = 60_000;

/**
 * What the guard counts with the next plan (SPEC P31): a large delete that is noticed in portions is one delete. Forgotten at a restart, and
 * once the user has decided on a batch.
 */
export type CarriedOut = {
  deleted(direction: Direction, nodes: number, nowMs: number): void;
  /** A new item makes up for a delete before it, which no longer counts: a build folder is deleted and made again all day. */
  made(direction: Direction): void;
  /** By its item: a program that saves by deleting and creating gives its file another local id each time. */
  rewritten(direction: Direction, item: ItemId, nowMs: number): void;
  lately(nowMs: number): Lately;
  forget(): void;
};

type Piece = { readonly sinceMs: number; deleted: number };
type Side = { pieces: Piece[]; readonly rewrittenAtMs: Map<ItemId, number> };

export function createCarriedOut(): CarriedOut {
  const newSide = (): Side => ({ pieces: [], rewrittenAtMs: new Map() });
  let sides: Readonly<Record<Direction, Side>> = { 'to-local': newSide(), 'to-remote': newSide() };
  const pieceOf = (direction: Direction, nowMs: number): Piece => {
    const { pieces } = sides[direction];
    const last = pieces.at(-1);
    if (last !== undefined && isWithin(last.sinceMs, nowMs, PIECE_MS)) return last;
    const piece = { sinceMs: nowMs, deleted: 0 };
    pieces.push(piece);
    return piece;
  };
  const latelyOf = (side: Side, nowMs: number): Lately[Direction] => {
    side.pieces = side.pieces.filter(({ sinceMs }) => isWithin(sinceMs, nowMs, WINDOW_MS));
    for (const [item, atMs] of side.rewrittenAtMs) {
      // In the order of their times.
      if (isWithin(atMs, nowMs, WINDOW_MS)) break;
      side.rewrittenAtMs.delete(item);
    }
    const deleted = side.pieces.reduce((sum, piece) => sum + piece.deleted, 0);
    return { deleted, rewritten: side.rewrittenAtMs };
  };
  return {
    deleted: (direction, nodes, nowMs) => {
      pieceOf(direction, nowMs).deleted += nodes;
    },
    made: (direction) => {
      const piece = sides[direction].pieces.find(({ deleted }) => deleted > 0);
      if (piece !== undefined) piece.deleted -= 1;
    },
    rewritten: (direction, item, nowMs) => {
      const { rewrittenAtMs } = sides[direction];
      rewrittenAtMs.delete(item);
      rewrittenAtMs.set(item, nowMs);
    },
    lately: (nowMs) => ({
      'to-local': latelyOf(sides['to-local'], nowMs),
      'to-remote': latelyOf(sides['to-remote'], nowMs),
    }),
    forget: () => {
      sides = { 'to-local': newSide(), 'to-remote': newSide() };
    },
  };
}

/** A clock that was set back says nothing about the time since. */
const isWithin = (atMs: number, nowMs: number, ms: number): boolean => atMs <= nowMs && nowMs - atMs < ms;
