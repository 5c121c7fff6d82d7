/** Maximum characters of a text that are kept. */
const MAX_CHARACTERS = 512 * 1024;

/** A text that grows up to a limit. Separating spaces in a row count as one. */
export interface CollectedText {
  add(piece: string): void;
  /** True once the limit is reached. */
  readonly isFull: boolean;
  readonly value: string;
}

export function collectText(maxCharacters = MAX_CHARACTERS): CollectedText {
  let text = '';
  let isInSpace = true;
  return {
    add(piece) {
      if (text.length >= maxCharacters || piece === '') return;
      if (piece === ' ') {
        if (!isInSpace) text += piece;
        isInSpace = true;
        return;
      }
      const most = maxCharacters - text.length;
      text += piece.length > most ? piece.slice(0, most) : piece;
      isInSpace = /\s$/.test(piece);
    },
    get isFull() {
      return text.length >= maxCharacters;
    },
    get value() {
      return text;
    },
  };
}
