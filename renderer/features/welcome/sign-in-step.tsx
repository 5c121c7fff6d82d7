import { ExternalLink, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../components/controls/button.tsx';
import { useAction } from '../../state/bridge/actions.ts';
import { texts } from '../../texts/texts.ts';
import { StepHeading } from './step-heading.tsx';

/** Shown while the person signs in elsewhere. The result is detected automatically. */
export function SignInStep({ baseUrl, url }: { baseUrl: string; url: string }): ReactNode {
  const cancel = useAction('account.cancelSignIn');
  return (
    <>
      <StepHeading title={texts.welcome.signInTitle} detail={texts.welcome.signInDetail(baseUrl)} />
      <p>
        <a
          href={url}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-8 items-center gap-2 rounded-control bg-accent px-3 text-on-accent hover:bg-accent-hover"
        >
          <ExternalLink aria-hidden className="size-4" />
          {texts.welcome.openSignIn}
        </a>
      </p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <output className="flex items-center gap-2 text-dim">
          <LoaderCircle aria-hidden className="turning size-4" />
          {texts.welcome.waiting}
        </output>
        <Button onPress={() => cancel.mutate({})}>{texts.actions.cancel}</Button>
      </div>
    </>
  );
}
