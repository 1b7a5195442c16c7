import { CopyRegular } from '@fluentui/react-icons';
import type { ActivityDetail } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { ChoiceChips, CommandButton, Section, useCopy } from '@redoubt/ui';
import { useMemo, useState, type ReactNode } from 'react';
import { LayoutSwitch } from '../../../shared/authoring/diff/LayoutSwitch.tsx';
import { PartLines } from '../../../shared/authoring/diff/PartLines.tsx';
import { useLayout } from '../../../shared/authoring/diff/use-layout.ts';
import { fieldDifferences, textOfSide } from '../side-lines.ts';

const SHOWN = ['allFields', 'modifiedOnly'] as const;

/** What an entry says was there before and after, field by field. */
export const ActivityDifference = ({
  original,
  modified,
}: Pick<ActivityDetail, 'original' | 'modified'>): ReactNode => {
  const text = useText('activityLog');
  const [layout, setLayout] = useLayout('sideBySide');
  const [shown, setShown] = useState<(typeof SHOWN)[number]>('modifiedOnly');
  const all = useMemo(() => fieldDifferences(original, modified), [original, modified]);
  const fields = shown === 'allFields' ? all : all.filter(({ isChanged }) => isChanged);
  return (
    <Section
      title={text('detail.difference')}
      end={
        <div className="row-wrap">
          <ChoiceChips
            label={text('detail.show')}
            choices={SHOWN}
            chosen={shown}
            nameOf={(each) => text(`detail.${each}`)}
            onChoose={setShown}
          />
          <CopySide id="original" text={text('detail.copyOriginal')} side={original} />
          <CopySide id="modified" text={text('detail.copyModified')} side={modified} />
          <LayoutSwitch layout={layout} onLayout={setLayout} />
        </div>
      }
    >
      {fields.length === 0 ? <p className="muted">{text('detail.nothing')}</p> : null}
      {fields.map(({ name, lines }) => (
        <div key={name} className="mb-2">
          <h3 className="row-middle min-h-28 px-2 fs-12 bg-subtle">{name === '' ? text('detail.wholeValue') : name}</h3>
          <PartLines lines={lines} layout={layout} />
        </div>
      ))}
    </Section>
  );
};

const CopySide = (props: { readonly id: string; readonly text: string; readonly side: unknown }): ReactNode => {
  const common = useText('common');
  const { copied, copy } = useCopy();
  const said = textOfSide(props.side);
  if (said === '') return null;
  return (
    <CommandButton
      command={{
        id: props.id,
        text: copied ? common('action.copied') : props.text,
        icon: CopyRegular,
        onSelect: () => void copy(said),
      }}
    />
  );
};
