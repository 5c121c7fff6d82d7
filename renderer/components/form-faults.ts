import { createContext, useContext } from 'react';

/** What is wrong with the fields of a form, and how a field says that it is being mended. */
export type FormFaults = {
  readonly of: (name: string) => readonly string[];
  readonly mended: (name: string) => void;
};

const FaultsContext = createContext<FormFaults>({ of: () => [], mended: () => undefined });

export const FaultsProvider = FaultsContext.Provider;

/** What is wrong with this field; null: nothing. */
export function useFault(name: string): { readonly sentence: string | null; readonly mended: () => void } {
  const { of, mended } = useContext(FaultsContext);
  const sentences = of(name);
  return { sentence: sentences.length === 0 ? null : sentences.join(' '), mended: () => mended(name) };
}
