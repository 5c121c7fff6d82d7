import { type ReactNode, useState } from 'react';
import { Checkbox } from '../../components/controls/choices/checkbox.tsx';
import { administration } from '../../texts/administration.ts';
import { areas, isOffered, type Trigger, triggersOf } from './triggers.ts';

/** The triggers of a webhook: checkboxes, grouped by resource. Those that are not offered appear only where the webhook has them. */
export function TriggerField({
  target,
  chosen,
  onChange,
}: {
  target: 'file' | 'folder';
  chosen: readonly Trigger[];
  onChange: (triggers: readonly Trigger[]) => void;
}): ReactNode {
  const words = administration.connections;
  // Read once, so that a checkbox stays when it is cleared.
  const [others] = useState(chosen.filter((trigger) => !isOffered(trigger)));
  const groups: readonly Group[] = [
    ...areas().map((area) => ({
      label: words.areas[area],
      triggers: triggersOf(area, target).map((trigger) => ({ trigger, label: words.triggers[trigger] })),
    })),
    { label: words.otherTriggers, triggers: others.map((trigger) => ({ trigger, label: trigger })) },
  ];
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-dim text-small">{words.triggersLabel}</legend>
      <div className="grid max-h-64 gap-4 overflow-auto rounded-control border border-line p-3 sm:grid-cols-2">
        {groups
          .filter(({ triggers }) => triggers.length > 0)
          .map((group) => (
            <fieldset key={group.label} className="grid content-start gap-1">
              <legend className="mb-1">{group.label}</legend>
              {group.triggers.map(({ trigger, label }) => (
                <Checkbox
                  key={trigger}
                  label={label}
                  isOn={chosen.includes(trigger)}
                  onChange={(isOn) =>
                    onChange(isOn ? [...chosen, trigger] : chosen.filter((other) => other !== trigger))
                  }
                />
              ))}
            </fieldset>
          ))}
      </div>
    </fieldset>
  );
}

interface Group {
  readonly label: string;
  readonly triggers: readonly { readonly trigger: Trigger; readonly label: string }[];
}
