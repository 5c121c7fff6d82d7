import type { ReactNode } from 'react';
import { Checkbox } from '../../../components/controls/choices/checkbox.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { useAnswer } from '../../../state/bridge/actions.ts';
import { texts } from '../../../texts/texts.ts';
import { useSettings } from '../use-settings.ts';
import { UpdateLine } from './update-line.tsx';

/** The application itself: version, and settings that the host supports. */
export function AppSection(): ReactNode {
  const session = useAnswer('session.get', {}).data;
  const { settings, error, isPending, change } = useSettings();
  const startAtLogin = settings.data?.startAtLogin ?? null;
  return (
    <Section title={texts.settings.app}>
      <Card className="grid gap-2 p-4">
        <p className="min-h-5">{session === undefined ? '' : texts.settings.version(session.version)}</p>
        <UpdateLine />
        {startAtLogin !== null && (
          <Checkbox
            label={texts.settings.startAtLogin}
            isOn={startAtLogin}
            isBusy={isPending}
            onChange={(isChosen) => change({ startAtLogin: isChosen })}
          />
        )}
        <ErrorMessage error={error} />
      </Card>
    </Section>
  );
}
