import { ArrowUpCircle, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { ErrorMessage } from '../../components/feedback/error-message.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import { useUpdate } from '../../state/bridge/update.ts';
import { texts } from '../../texts/texts.ts';

/** One line above every page when an update is ready. If it is dismissed, the update is still installed at the next exit. */
export function UpdateBanner(): ReactNode {
  const update = useUpdate();
  const version = update?.state === 'ready' ? update.version : null;
  const [dismissed, setDismissed] = useState<string | null>(null);
  const install = useAction('update.install');
  const isShown = version !== null && version !== dismissed;
  return (
    <div aria-live="polite">
      {isShown && (
        <section
          aria-label={texts.update.region}
          className="flex flex-wrap items-center gap-3 border-line border-b bg-accent-bg px-4 py-2 md:px-8"
        >
          <ArrowUpCircle aria-hidden className="size-4 shrink-0 text-accent" />
          <p className="min-w-0 flex-[1_1_14rem]">
            <strong className="font-semibold">{texts.update.ready(version)}</strong> {texts.update.detail}
          </p>
          <Button isBusy={install.isPending} onPress={() => install.mutate({})}>
            {texts.update.restart}
          </Button>
          <Button kind="ghost" icon aria-label={texts.actions.dismiss} onPress={() => setDismissed(version)}>
            <X aria-hidden className="size-4" />
          </Button>
          <ErrorMessage error={install.error} />
        </section>
      )}
    </div>
  );
}
