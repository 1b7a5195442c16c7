import {
  ArrowDownloadRegular,
  ArrowUndoRegular,
  ArrowUploadRegular,
  CheckmarkCircleRegular,
  DatabaseRegular,
  DeleteRegular,
  DismissRegular,
} from '@fluentui/react-icons';
import type { UploadDetail } from '@redoubt/contracts';
import { isRetailSet } from '@redoubt/domain';
import { useFormats, useLanguage, useText } from '@redoubt/i18n';
import { Chip, ConfirmPanel, ErrorState, useShortcut, type Command } from '@redoubt/ui';
import { useState, type ReactNode } from 'react';
import { useGo } from '../../../routes/address.ts';
import { ConsolePage } from '../../../shell/ConsolePage.tsx';
import { areEvents, newUploadHref, uploadsHref } from '../upload-address.ts';
import { forgetSender } from '../sending/senders.ts';
import { saveErrors, useUploadMutations } from '../uploads.queries.ts';
import { FileFacts } from './FileFacts.tsx';
import { MappingSection } from './MappingSection.tsx';
import { PreviewTable } from './PreviewTable.tsx';
import { RefusedLines } from './RefusedLines.tsx';
import { Standing } from './Standing.tsx';
import { Steps } from './Steps.tsx';
import { UploadStateChip } from './UploadStateChip.tsx';
import styles from './uploads.module.css';
import { useMappingDraft } from './use-mapping-draft.ts';

type Mutations = ReturnType<typeof useUploadMutations>;
type Question = 'undo' | 'delete';

/** What undoing or deleting an upload leaves, before it is done. */
const Confirm = (props: {
  readonly question: Question;
  readonly upload: UploadDetail;
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}): ReactNode => {
  const { question, upload, isBusy, onConfirm, onCancel } = props;
  const text = useText('uploads');
  const formats = useFormats();
  const { name, stored, dataSet } = upload;
  const count = { count: stored, events: formats.number(stored) };
  const lines = { count: stored, lines: formats.number(stored) };
  return (
    <ConfirmPanel
      title={text(question === 'undo' && !areEvents(dataSet) ? 'undo.linesTitle' : `${question}.title`, { name })}
      confirmText={text(`${question}.confirm`)}
      busy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {question === 'undo' && !areEvents(dataSet) ? (
        <p className="m-0">
          {text('undo.lines', lines)} {isRetailSet(dataSet) ? text('undo.months') : null}
        </p>
      ) : question === 'undo' ? (
        <>
          <p className="m-0">{text('undo.events', count)}</p>
          <p className="m-0">{text('undo.stays')}</p>
        </>
      ) : (
        <p className="m-0">{stored > 0 ? text('delete.stored', count) : text('delete.nothing')}</p>
      )}
    </ConfirmPanel>
  );
};

/** What can be done with the upload now, the next step first. */
const useCommands = (props: {
  readonly upload: UploadDetail;
  readonly isDirty: boolean;
  readonly problems: number;
  readonly mutations: Mutations;
  readonly onCheck: () => void;
  readonly onAsk: (question: Question) => void;
}): readonly Command[] => {
  const { upload, isDirty, problems, mutations, onCheck, onAsk } = props;
  const { id, state, rows, refused, doneRows, actions, mapping } = upload;
  const text = useText('uploads');
  const common = useText('common');
  const formats = useFormats();
  const go = useGo();
  const may = (action: UploadDetail['actions'][number]): boolean => actions.includes(action);
  const isBusy = Object.values(mutations).some(({ isPending }) => isPending);
  const busyReason = isBusy ? common('saving') : undefined;
  const accepted = rows - refused;
  const check: Command = {
    id: 'check',
    text: text(isDirty ? 'action.saveAndCheck' : 'action.check'),
    icon: CheckmarkCircleRegular,
    keys: 'c',
    onSelect: onCheck,
    disabledReason: problems > 0 ? text('standing.incomplete', { count: problems }) : busyReason,
  };
  const store: Command = {
    id: 'store',
    text:
      doneRows > 0 ? text('action.goOn') : text('action.store', { count: accepted, lines: formats.number(accepted) }),
    icon: DatabaseRegular,
    onSelect: () => mutations.process.mutate(id),
    disabledReason: accepted === 0 ? text('standing.noLines') : busyReason,
  };
  const mayCheck = may('map') && upload.format !== null;
  useShortcut('c', check.text, onCheck, { active: mayCheck && check.disabledReason === undefined });
  return [
    // A mapping that was changed is checked before anything is stored by it.
    ...(may('process') && !isDirty ? [store] : []),
    ...(mayCheck && (state !== 'ready' || isDirty) ? [check] : []),
    ...(may('cancel')
      ? [
          {
            id: 'cancel',
            text: text(state === 'checking' ? 'action.cancelCheck' : 'action.cancelStore'),
            icon: DismissRegular,
            onSelect: () => mutations.cancel.mutate(id),
            disabledReason: busyReason,
          },
        ]
      : []),
    ...(mapping.length > 0 && actions.length > 0
      ? [
          {
            id: 'another',
            text: text('action.another'),
            icon: ArrowUploadRegular,
            onSelect: () => go(newUploadHref(upload.dataSet, id)),
          },
        ]
      : []),
    ...(may('undo')
      ? [{ id: 'undo', text: text('action.undo'), icon: ArrowUndoRegular, onSelect: () => onAsk('undo') }]
      : []),
    ...(may('delete')
      ? [{ id: 'delete', text: text('action.delete'), icon: DeleteRegular, onSelect: () => onAsk('delete') }]
      : []),
  ];
};

/** The page of an upload whose record is there. */
export const UploadBody = ({ upload }: { readonly upload: UploadDetail }): ReactNode => {
  const { id, name, dataSet, hasHeader, state, format } = upload;
  const text = useText('uploads');
  const routes = useText('routes');
  const language = useLanguage();
  const go = useGo();
  const mutations = useUploadMutations();
  const draft = useMappingDraft(upload);
  const [question, setQuestion] = useState<Question | null>(null);
  const { map, check, undo, remove, errors } = mutations;
  const save = { uploadId: id, hasHeader, mapping: [...draft.mapping] };
  const download: Command = {
    id: 'errors',
    text: text('action.errorFile'),
    icon: ArrowDownloadRegular,
    onSelect: () => errors.mutate({ id, language }, { onSuccess: (csv) => saveErrors(upload, csv) }),
  };
  const commands = useCommands({
    upload,
    isDirty: draft.isDirty,
    problems: draft.rows.filter(({ problem }) => problem !== null).length,
    mutations,
    onCheck: () => (draft.isDirty ? map.mutate(save, { onSuccess: () => check.mutate(id) }) : check.mutate(id)),
    onAsk: setQuestion,
  });
  const confirm = (): void => {
    if (question === 'undo') undo.mutate(id, { onSettled: () => setQuestion(null) });
    if (question === 'delete') {
      remove.mutate(id, {
        onSuccess: () => {
          forgetSender(id);
          go(uploadsHref(dataSet));
        },
        onError: () => setQuestion(null),
      });
    }
  };
  const failed = Object.values(mutations).find(({ error }) => error !== null);
  const isMovable = state === 'mapping' || (state === 'ready' && upload.doneRows === 0);
  return (
    <ConsolePage
      title={name}
      crumb={name}
      named={
        isRetailSet(dataSet)
          ? {
              '/data/upload/purchaseprotection': {
                text: routes('uploadLossPrevention.title'),
                href: uploadsHref(dataSet),
              },
            }
          : {}
      }
      chips={
        <>
          <Chip>{text(`dataSet.${dataSet}`)}</Chip>
          <UploadStateChip upload={upload} appearance="chip" />
        </>
      }
      commands={commands}
      strongFirst={isMovable || commands[0]?.id === 'store'}
    >
      <div className={styles.body}>
        <Steps upload={upload} />
        {question === null ? null : (
          <Confirm
            question={question}
            upload={upload}
            isBusy={undo.isPending || remove.isPending}
            onConfirm={confirm}
            onCancel={() => setQuestion(null)}
          />
        )}
        {failed ? <ErrorState error={failed.error} compact /> : null}
        <Standing upload={upload} />
        <FileFacts upload={upload} />
        <RefusedLines upload={upload} download={download} />
        {format === null ? null : (
          <>
            <MappingSection
              upload={upload}
              mapping={draft.mapping}
              rows={draft.rows}
              isDirty={draft.isDirty}
              isBusy={map.isPending}
              onChange={draft.change}
              onSave={() => map.mutate(save)}
              onDiscard={draft.discard}
              onPropose={draft.propose}
              onHeader={(checked) => map.mutate({ ...save, hasHeader: checked })}
            />
            <PreviewTable upload={upload} rows={draft.rows} />
          </>
        )}
      </div>
    </ConsolePage>
  );
};
