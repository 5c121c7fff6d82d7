import type { ReactNode } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { Button } from '../../components/button.tsx';
import { InlineError } from '../../components/inline-error.tsx';
import { useAction, useAnswer } from '../../state/actions.ts';
import { texts } from '../../style/texts.ts';

/** A path of this computer: typed with proposals, or chosen in the system's own dialog where the host has one. */
export function PathBox({
  path,
  onPath,
  proposals,
}: {
  path: string;
  onPath: (path: string) => void;
  proposals: readonly string[];
}): ReactNode {
  const choose = useAction('folder.choose');
  const canChoose = useAnswer('session.get', {}).data?.can.chooseFolder === true;
  const browse = (): void =>
    choose.mutate(path === '' ? {} : { startPath: path }, {
      onSuccess: ({ path: chosen }) => {
        if (chosen !== null) onPath(chosen);
      },
    });
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <ComboBox
          inputValue={path}
          onInputChange={onPath}
          items={proposals.map((id) => ({ id }))}
          allowsCustomValue
          menuTrigger="input"
          className="flex min-w-0 flex-1 flex-col gap-1"
        >
          <Label className="text-dim text-small">{texts.welcome.localFolder}</Label>
          <Input
            dir="ltr"
            spellCheck={false}
            autoCapitalize="off"
            className="min-h-8 rounded-control border border-edge bg-card px-2.5 text-text"
          />
          <Popover className="w-(--trigger-width) rounded-control border border-line bg-card p-1 shadow-float">
            <ListBox<{ id: string }>
              aria-label={texts.welcome.proposals}
              className="max-h-64 overflow-auto outline-none"
            >
              {({ id }) => (
                <ListBoxItem
                  id={id}
                  textValue={id}
                  className="flex min-h-8 cursor-default items-center truncate rounded-control px-2 data-focused:bg-accent-bg"
                >
                  {id}
                </ListBoxItem>
              )}
            </ListBox>
          </Popover>
        </ComboBox>
        {canChoose && (
          <Button isDisabled={choose.isPending} onPress={browse}>
            {texts.welcome.browse}
          </Button>
        )}
      </div>
      {choose.error !== null && <InlineError sentence={choose.error.message} remedy={choose.error.remedy} />}
    </div>
  );
}
