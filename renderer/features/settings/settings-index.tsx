import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { classNames } from '../../components/layout/class-names.ts';
import { texts } from '../../texts/texts.ts';

export type IndexEntry = { readonly id: string; readonly label: string; readonly icon: LucideIcon };

const elementId = (id: string): string => `settings-${id}`;

/** A section listed in the index. */
export function Indexed({
  id,
  isHidden = false,
  children,
}: {
  id: string;
  /** It stays, with the text typed in it. */
  isHidden?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    // The index also moves the focus here.
    <div id={elementId(id)} hidden={isHidden} tabIndex={-1} className="scroll-mt-4 outline-none">
      {children}
    </div>
  );
}

/** The sections that say this word, in whatever they show. */
export function sectionsWith(word: string, entries: readonly IndexEntry[]): readonly IndexEntry[] {
  const wanted = word.trim().toLowerCase();
  return entries.filter(({ id }) => {
    const said = document.getElementById(elementId(id))?.textContent ?? '';
    return said.toLowerCase().includes(wanted);
  });
}

/** The sections of Settings. The one at the top of the view is marked while the page scrolls. Hidden where it would crowd the sections. */
export function SettingsIndex({ entries }: { entries: readonly IndexEntry[] }): ReactNode {
  const current = useSectionInView(entries);
  return (
    <nav aria-label={texts.settings.index} className="sticky top-4 hidden w-52 shrink-0 self-start @min-[52rem]:block">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        {entries.map(({ id, label, icon: Icon }) => (
          <li key={id}>
            <button
              type="button"
              aria-current={id === current ? 'location' : undefined}
              onClick={() => showSection(id)}
              className={classNames(
                'flex min-h-8 w-full items-center gap-2.5 rounded-control px-3 text-start hover:bg-hover',
                id === current ? 'bg-accent-bg font-semibold text-accent' : 'text-dim',
              )}
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="truncate">{label}</span>
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to a section and moves the focus there. */
export function showSection(id: string): void {
  const section = document.getElementById(elementId(id));
  section?.scrollIntoView({ block: 'start' });
  section?.focus({ preventScroll: true });
}

/** The first section that is in the upper part of the view; the last one in view at the end of the page. */
function useSectionInView(entries: readonly IndexEntry[]): string | undefined {
  const [inView, setInView] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const seen = new Set<string>();
    const observer = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes) {
          if (isIntersecting) seen.add(target.id);
          else seen.delete(target.id);
        }
        setInView(new Set(seen));
      },
      { rootMargin: '0px 0px -60% 0px' },
    );
    for (const { id } of entries) {
      const section = document.getElementById(elementId(id));
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, [entries]);
  return entries.find(({ id }) => inView.has(elementId(id)))?.id;
}
