import type { ReactNode } from 'react';
import { Checkbox } from '../../components/controls/choices/checkbox.tsx';
import { texts } from '../../texts/texts.ts';
import { areas, type Trigger, triggersOf } from './triggers.ts';

/** The triggers of a webhook: checkboxes, grouped by resource. */
export function TriggerField({
  target,
  chosen,
  onChange,
}: {
  target: 'file' | 'folder';
  chosen: readonly Trigger[];
  onChange: (triggers: readonly Trigger[]) => void;
}): ReactNode {
  const words = texts.connections;
  const shown = areas().filter((area) => triggersOf(area, target).length > 0);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-dim text-small">{words.triggersLabel}</legend>
      <div className="grid max-h-64 gap-4 overflow-auto rounded-control border border-line p-3 sm:grid-cols-2">
        {shown.map((area) => (
          <fieldset key={area} className="grid content-start gap-1">
            <legend className="mb-1">{words.areas[area]}</legend>
            {triggersOf(area, target).map((trigger) => (
              <Checkbox
                key={trigger}
                label={words.triggers[trigger]}
                isOn={chosen.includes(trigger)}
                onChange={(isOn) => onChange(isOn ? [...chosen, trigger] : chosen.filter((other) => other !== trigger))}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  );
}
