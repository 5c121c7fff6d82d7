import { useTypedText } from '../../state/hooks/use-typed-text.ts';
import { NO_PAIRS, readPairs } from '../../state/preferences/kept-text.ts';
import { type Choices, choicesOf } from './choices.ts';

/** The pending choices in the folder tree of a root. They stay while its page is away, until they are applied or discarded. */
export function useChoices(rootId: number): readonly [Choices, (next: Choices) => void] {
  const { text, type } = useTypedText(`choices.${rootId}`, NO_PAIRS);
  return [choicesOf(readPairs(text)), (next) => type(JSON.stringify([...next]))];
}
