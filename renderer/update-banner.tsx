import { ArrowUpCircle, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from './components/button.tsx';
import { Refusal } from './components/refusal.tsx';
import { useAction } from './state/actions.ts';
import { useUpdate } from './state/update.ts';
import { texts } from './style/texts.ts';

/** One calm line above every page when a newer version waits; put away, it comes in place at the next end all the same. */
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
          <Button isDisabled={install.isPending} onPress={() => install.mutate({})}>
            {texts.update.restart}
          </Button>
          <Button kind="quiet" icon aria-label={texts.actions.dismiss} onPress={() => setDismissed(version)}>
            <X aria-hidden className="size-4" />
          </Button>
          <Refusal error={install.error} />
        </section>
      )}
    </div>
  );
}
