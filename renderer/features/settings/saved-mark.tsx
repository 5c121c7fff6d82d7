import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAnnouncement } from '../../components/feedback/announcer.tsx';
import { texts } from '../../texts/texts.ts';

/** Beside the title of a section that saves as you go: the last change is saved. */
export function SavedMark({ section, isSaved }: { section: string; isSaved: boolean }): ReactNode {
  useAnnouncement(isSaved ? texts.settings.saved : '', section);
  if (!isSaved) return null;
  return (
    <span className="flex items-center gap-1.5 text-dim text-small">
      <Check aria-hidden className="size-3.5 text-ok" />
      {texts.settings.saved}
    </span>
  );
}
