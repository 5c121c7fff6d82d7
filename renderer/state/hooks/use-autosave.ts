import { useEffect, useRef } from 'react';

/**
 * Saves a form while it is edited: once its value has been stable for a moment, and at once when the form unmounts. `value` is null while the form
 * is invalid. `saved`: the stored value. `renew` takes it over into the form when it was changed elsewhere; a form that is being edited keeps its own.
 */
export function useAutosave<Value>(
  value: Value | null,
  saved: Value,
  { save, renew, quietMs = 600 }: { save: (value: Value) => void; renew: () => void; quietMs?: number },
): void {
  const text = value === null ? null : JSON.stringify(value);
  const savedText = JSON.stringify(saved);
  const form = useRef<Form<Value>>({ text, value, save, renew, sent: savedText });

  useEffect(() => {
    form.current = { ...form.current, text, value, save, renew };
  });
  useEffect(() => {
    const isEdited = form.current.text !== form.current.sent;
    form.current.sent = savedText;
    if (isEdited || form.current.text === savedText) return;
    // If the form unmounts before it renders again, the former value must not be sent.
    form.current.text = savedText;
    form.current.renew();
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
  renew: () => void;
  /** The last value passed to `save`, or known to be stored. */
  sent: string;
};

function send<Value>(form: Form<Value>): void {
  const { text, value, save } = form;
  if (value === null || text === null || text === form.sent) return;
  form.sent = text;
  save(value);
}
