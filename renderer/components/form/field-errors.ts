import { createContext, useContext } from 'react';

/** What is wrong with the fields of a form, and how a field says that it is being corrected. */
export type FieldErrors = {
  readonly of: (name: string) => readonly string[];
  readonly clearFieldError: (name: string) => void;
};

const FieldErrorsContext = createContext<FieldErrors>({ of: () => [], clearFieldError: () => undefined });

export const FieldErrorsProvider = FieldErrorsContext.Provider;

/** What is wrong with this field; null: nothing. */
export function useFieldError(name: string): {
  readonly sentence: string | null;
  readonly clearFieldError: () => void;
} {
  const { of, clearFieldError } = useContext(FieldErrorsContext);
  const sentences = of(name);
  return {
    sentence: sentences.length === 0 ? null : sentences.join(' '),
    clearFieldError: () => clearFieldError(name),
  };
}
