import { CheckmarkRegular, CopyRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import { Chip, CommandButton, useCopy } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import styles from './assessments.module.css';

export type JsonPreviewProps = { readonly all: unknown; readonly required: unknown };

/** An example of a body: with every field, or with what callers cannot leave out. */
export const JsonPreview = (samples: JsonPreviewProps): ReactNode => {
  const text = useText('assessments');
  const common = useText('common');
  const [which, setWhich] = useState<keyof JsonPreviewProps>('all');
  const { copied, copy } = useCopy();
  const json = JSON.stringify(samples[which], null, 2);
  return (
    <div className={styles.preview}>
      <h2>{text('preview')}</h2>
      <div className="flex wrap middle gap-1 pb-2" role="group" aria-label={text('preview')}>
        {(['all', 'required'] as const).map((each) => (
          <Chip key={each} pressed={each === which} onSelect={() => setWhich(each)}>
            {text(`previewOf.${each}`)}
          </Chip>
        ))}
        <CommandButton
          command={{
            id: 'copy-preview',
            text: common(copied ? 'action.copied' : 'action.copy'),
            icon: copied ? CheckmarkRegular : CopyRegular,
            onSelect: () => void copy(json),
          }}
        />
      </div>
      <pre className={styles.json} role="group" tabIndex={0} aria-label={text('preview')}>
        {json}
      </pre>
    </div>
  );
};
