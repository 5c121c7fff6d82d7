import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Bandwidth } from '../../../../preload/ipc/shapes/bandwidth.ts';
import { Button } from '../../../components/controls/button.tsx';
import { ErrorMessage } from '../../../components/feedback/error-message.tsx';
import { Card, Section } from '../../../components/layout/card.tsx';
import { QueryBoundary } from '../../../parts/query-boundary.tsx';
import { useAction, useAnswer } from '../../../state/bridge/actions.ts';
import { useAutosave } from '../../../state/hooks/use-autosave.ts';
import { texts } from '../../../texts/texts.ts';
import { SavedMark } from '../saved-mark.tsx';
import {
  type HoursPlan,
  hoursFormOf,
  hoursOf,
  newHours,
  type Speeds,
  speedFormOf,
  speedsOf,
} from './bandwidth-form.ts';
import { HoursRow } from './hours-row.tsx';
import { LimitFields } from './limit-fields.tsx';

/** Speed limits per direction, and different ones at certain hours: two forms, of which neither waits for the other. */
export function BandwidthSection(): ReactNode {
  const plan = useAnswer('bandwidth.get', {});
  const set = useAction('bandwidth.set');
  return (
    <Section
      title={texts.settings.bandwidth}
      aside={<SavedMark section={texts.settings.bandwidth} isSaved={set.isSuccess} />}
    >
      <Card className="divide-y divide-line">
        <QueryBoundary answer={plan} skeleton="h-32">
          {(known) => <Forms known={known} onSave={(next) => set.mutate(next)} />}
        </QueryBoundary>
      </Card>
      <ErrorMessage error={set.error} />
    </Section>
  );
}

function Forms({ known, onSave }: { known: Bandwidth; onSave: (plan: Bandwidth) => void }): ReactNode {
  // Both forms save the whole plan, possibly before the answer to the other one.
  const latest = useRef(known);
  useEffect(() => {
    latest.current = known;
  }, [known]);
  const save = (change: (plan: Bandwidth) => Bandwidth): void => {
    latest.current = change(latest.current);
    onSave(latest.current);
  };
  const saveSpeeds = (speeds: Speeds): void =>
    save(({ up, down }) => ({
      up: { ...up, bytesPerSecond: speeds.up },
      down: { ...down, bytesPerSecond: speeds.down },
    }));
  const saveHours = (hours: HoursPlan): void =>
    save(({ up, down }) => ({ up: { ...up, hours: hours.up }, down: { ...down, hours: hours.down } }));
  return (
    <>
      <SpeedsForm known={known} onSave={saveSpeeds} />
      <HoursList known={known} onSave={saveHours} />
    </>
  );
}

function SpeedsForm({ known, onSave }: { known: Bandwidth; onSave: (speeds: Speeds) => void }): ReactNode {
  const { settings } = texts;
  const [form, setForm] = useState(() => speedFormOf(known));
  const speeds = speedsOf(form);
  const saved = { up: known.up.bytesPerSecond, down: known.down.bytesPerSecond };
  useAutosave(speeds, saved, { save: onSave, renew: () => setForm(speedFormOf(known)) });
  return (
    <>
      <p className="px-4 py-3 text-dim text-small">{settings.bandwidthDetail}</p>
      {(['up', 'down'] as const).map((way) => (
        <div key={way} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
          <h3 className="min-w-0 flex-[1_1_12rem]">{settings.ways[way]}</h3>
          <LimitFields
            name={settings.ways[way]}
            limit={form[way]}
            onChange={(limit) => setForm({ ...form, [way]: limit })}
          />
        </div>
      ))}
      {speeds === null && <p className="px-4 py-3 text-bad text-small">{settings.speedWrong}</p>}
    </>
  );
}

function HoursList({ known, onSave }: { known: Bandwidth; onSave: (hours: HoursPlan) => void }): ReactNode {
  const { settings } = texts;
  const [rows, setRows] = useState(() => hoursFormOf(known));
  const [addedKey, setAddedKey] = useState<number | null>(null);
  const hours = hoursOf(rows);
  // Convert through the form, so that both have the same representation.
  const saved = hoursOf(hoursFormOf(known)) ?? { up: known.up.hours, down: known.down.hours };
  const renew = (): void => {
    setAddedKey(null);
    setRows(hoursFormOf(known));
  };
  useAutosave(hours, saved, { save: onSave, renew });
  const add = (): void => {
    const added = newHours(rows);
    setAddedKey(added.key);
    setRows([...rows, added]);
  };
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
        <div className="min-w-0 flex-[1_1_12rem]">
          <h3>{settings.hours}</h3>
          {rows.length === 0 && <p className="text-dim text-small">{settings.noHours}</p>}
        </div>
        <Button kind="ghost" onPress={add}>
          <Plus aria-hidden className="size-4" />
          {settings.addHours}
        </Button>
      </div>
      {rows.map((one, index) => (
        <HoursRow
          key={one.key}
          name={settings.hoursOf(index + 1)}
          hours={one}
          isNew={one.key === addedKey}
          onChange={(next) => setRows(rows.with(index, next))}
          onRemove={() => setRows(rows.toSpliced(index, 1))}
        />
      ))}
      {hours === null && <p className="px-4 py-3 text-bad text-small">{settings.hoursWrong}</p>}
    </>
  );
}
