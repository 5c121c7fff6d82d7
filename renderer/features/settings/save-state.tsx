import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAnnouncement } from '../../components/feedback/announcer.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import type { CommandRefused } from '../../state/bridge/bridge.ts';
import { texts } from '../../texts/texts.ts';

/** The outcome of the last change in a section that saves as you go. */
export function SaveState({
  section,
  saving,
}: {
  section: string;
  saving: { readonly isSuccess: boolean; readonly error: CommandRefused | null };
}): ReactNode {
  useAnnouncement(saving.isSuccess ? texts.settings.saved : '', section);
  return (
    <>
      <ErrorMessage error={saving.error} />
      <p className="flex min-h-5 items-center gap-1.5 text-dim text-small">
        {saving.isSuccess && (
          <>
            <Check aria-hidden className="size-3.5 text-ok" />
            {texts.settings.saved}
          </>
        )}
      </p>
    </>
  );
}
