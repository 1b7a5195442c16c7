import { Switch } from '@fluentui/react-components';
import type { RuleSet } from '@redoubt/contracts';
import { useText } from '@redoubt/i18n';
import { CommandButton, SidePanel } from '@redoubt/ui';
import { useState } from 'react';
import { PayloadEditor } from '../../../shared/authoring/sample/PayloadEditor.tsx';

export type SettingsPanelProps = {
  readonly ruleSet: RuleSet;
  readonly busy: boolean;
  /** Null for the sample of the product. */
  readonly onSave: (samplePayload: unknown) => void;
  readonly onApproval: (required: boolean) => void;
  readonly onClose: () => void;
};

/** Whether publications need a second person, and the sample that rules begun from now on start with. How many rules run is said, and changed, above the list. */
export const SettingsPanel = ({ ruleSet, busy, onSave, onApproval, onClose }: SettingsPanelProps) => {
  const text = useText('rules');
  const common = useText('common');
  const [sample, setSample] = useState<unknown>(ruleSet.samplePayload);
  const [broken, setBroken] = useState(false);
  const same = JSON.stringify(sample) === JSON.stringify(ruleSet.samplePayload);
  const disabledReason = broken ? text('evaluation.sampleBroken') : same ? text('settings.same') : undefined;
  return (
    <SidePanel
      over
      wide
      title={text('settings.title')}
      onClose={onClose}
      footer={
        ruleSet.canWrite ? (
          <div className="row">
            <CommandButton
              primary
              command={{
                id: 'save',
                text: common('action.save'),
                onSelect: busy ? undefined : () => onSave(sample),
                disabledReason,
              }}
            />
            <CommandButton
              appearance="outline"
              command={{
                id: 'revert',
                text: text('settings.revert'),
                onSelect: busy ? undefined : () => onSave(null),
                disabledReason: ruleSet.ownSample ? undefined : text('settings.isSystem'),
              }}
            />
          </div>
        ) : null
      }
    >
      <Switch
        label={text('settings.approval')}
        checked={ruleSet.approval.required}
        disabled={busy || !ruleSet.approval.canChange}
        onChange={(_event, { checked }) => onApproval(checked)}
      />
      <p className="pb-2 muted">
        {text(ruleSet.approval.canChange ? 'settings.approvalNote' : 'settings.approvalOthers')}
      </p>
      <h3 className="mt-4 mb-1 fs-13">{text('settings.sample')}</h3>
      <p className="pb-2 muted">{text('settings.sampleNote')}</p>
      <PayloadEditor sample={sample} readOnly={!ruleSet.canWrite} onChange={setSample} onBroken={setBroken} />
    </SidePanel>
  );
};
