import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Tip } from '../tip.tsx';

/** Switches between a few views of the same content, as a row of icons, or of words where there is no icon. */
export function SwitchGroup<Id extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { readonly id: Id; readonly label: string; readonly icon?: LucideIcon }[];
  value: Id;
  onChange: (value: Id) => void;
}): ReactNode {
  return (
    <ToggleButtonGroup
      aria-label={label}
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const chosen = options.find(({ id }) => keys.has(id));
        if (chosen !== undefined) onChange(chosen.id);
      }}
      className="flex rounded-control border border-edge bg-field"
    >
      {options.map(({ id, label: name, icon: Icon }) =>
        Icon === undefined ? (
          <ToggleButton key={id} id={id} className={`${shape} px-3 text-dense`}>
            {name}
          </ToggleButton>
        ) : (
          <Tip key={id} text={name}>
            <ToggleButton id={id} aria-label={name} className={`${shape} w-9 max-sm:w-10`}>
              <Icon aria-hidden className="size-4" />
            </ToggleButton>
          </Tip>
        ),
      )}
    </ToggleButtonGroup>
  );
}

const shape =
  'grid min-h-7.5 cursor-default place-items-center rounded-control text-dim outline-offset-2 hover:text-text data-selected:bg-accent-bg data-selected:text-accent data-selected:inset-ring data-selected:inset-ring-accent max-sm:min-h-9.5';
