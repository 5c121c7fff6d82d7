/**
 * A sentence of the engine as it is shown: in the language of who reads it, or as it came when there is no other form of it. The engine
 * and the command line speak English; what shows a sentence puts it through one of these.
 */
export type Said = (sentence: string) => string;

/** For who reads English. */
export const asItIs: Said = (sentence) => sentence;
