import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';

/** Announces a text to screen readers. `about`: the subject; a newer text about it replaces an earlier one. */
export type Announce = (text: string, about: string) => void;

/** A screen reader finishes a short sentence in this time; faster announcements are collected. */
const EVERY_MS = 1_500;

const AnnounceContext = createContext<Announce>(() => undefined);

/** The frame's only live region. Pages announce changes through `useAnnounce`, so that a fast sync is not read out four times a second. */
export function AnnouncerProvider({ children }: { children: ReactNode }): ReactNode {
  const [said, say] = useState('');
  const [announce] = useState(() => throttledAnnouncer(say));
  return (
    <AnnounceContext value={announce}>
      {children}
      <output className="sr-only">{said}</output>
    </AnnounceContext>
  );
}

function useAnnounce(): Announce {
  return useContext(AnnounceContext);
}

/** Announces a text whenever it changes; an empty text is silent. */
export function useAnnouncement(text: string, about: string): void {
  const announce = useAnnounce();
  useEffect(() => announce(text, about), [announce, text, about]);
}

/** Announces the first text at once, then at most one per `EVERY_MS`: the latest of each subject. */
export function throttledAnnouncer(say: (text: string) => void): Announce {
  const waiting = new Map<string, string>();
  let timer: ReturnType<typeof setTimeout> | null = null;
  const sayNext = (): void => {
    const [next] = waiting;
    timer = next === undefined ? null : setTimeout(sayNext, EVERY_MS);
    if (next === undefined) return;
    waiting.delete(next[0]);
    say(next[1]);
  };
  return (text, about) => {
    if (text === '') waiting.delete(about);
    else waiting.set(about, text);
    if (timer === null) sayNext();
  };
}
