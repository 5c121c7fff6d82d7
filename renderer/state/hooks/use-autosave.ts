import { useEffect, useRef } from 'react';

/**
 * Saves a form while it is edited: once its value has been stable for a moment, and at once when the form unmounts. `value` is null while the form
 * is invalid. `saved`: the stored value.
 */
export function useAutosave<Value>(
  value: Value | null,
  saved: Value,
  save: (value: Value) => void,
  quietMs = 600,
): void {
  const text = value === null ? null : JSON.stringify(value);
  const savedText = JSON.stringify(saved);
  const form = useRef<Form<Value>>({ text, value, save, sent: savedText });

  useEffect(() => {
    form.current = { ...form.current, text, value, save };
  });
  useEffect(() => {
    form.current.sent = savedText;
  }, [savedText]);
  useEffect(() => {
    if (text === null || text === form.current.sent) return;
    const timer = setTimeout(() => send(form.current), quietMs);
    return () => clearTimeout(timer);
  }, [text, quietMs]);
  useEffect(() => () => send(form.current), []);
}

type Form<Value> = {
  text: string | null;
  value: Value | null;
  save: (value: Value) => void;
  /** The last value passed to `save`, or known to be stored. */
  sent: string;
};

function send<Value>(form: Form<Value>): void {
  const { text, value, save } = form;
  if (value === null || text === null || text === form.sent) return;
  form.sent = text;
  save(value);
}
