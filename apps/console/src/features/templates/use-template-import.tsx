import { useText } from '@redoubt/i18n';
import { useRef, type ReactNode } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useNotify, useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { readTemplateFile } from './template-file.ts';

type Taken = { readonly id: string; readonly name: string };

/** Writes a file into the library. */
type Take = {
  readonly mutate: (
    content: unknown,
    then: { readonly onSuccess: (taken: Taken) => void; readonly onError: (error: Error) => void },
  ) => void;
};

/** Problems of a file that are named at once. */
const MAX_NAMED = 5;

/** Takes a chosen file into the library, or says what of it does not fit. */
export const useTemplateImport = (
  take: Take,
  onTaken: (id: string) => void,
): {
  readonly choose: () => void;
  /** The field behind the command; it has no place of its own. */
  readonly input: ReactNode;
} => {
  const text = useText('ruleTemplates');
  const notify = useNotify();
  const notifyFailure = useNotifyFailure();
  const upload = useRef<HTMLInputElement>(null);
  const warn = (title: string) => notify({ severity: 'Error', title });
  const importFile = async (file: File): Promise<void> => {
    const read = await readTemplateFile(file);
    if (read.kind === 'tooLarge') return warn(text('importTooLarge'));
    if (read.kind === 'notJson') return warn(text('importNotJson', { line: read.line, column: read.column }));
    take.mutate(read.content, {
      onSuccess: ({ id, name }) => {
        notify({ severity: 'Success', title: text('imported', { name }) });
        onTaken(id);
      },
      onError: (error) => {
        const wrong = error instanceof ApiError && error.code === 'REQ-INVALID' ? error.problems : [];
        if (wrong.length === 0) return notifyFailure(error);
        // Places as in the chosen file; what lies in one of its `files` by the path of that file.
        const places = wrong
          .slice(0, MAX_NAMED)
          .map(({ path, message }) => `${path.replace(/^body\.file\.?(files\.(?!\d))?/, '')} (${message})`);
        warn(text('importWrong', { places: places.join(' · ') }));
      },
    });
  };
  return {
    choose: () => upload.current?.click(),
    input: (
      <input
        ref={upload}
        hidden
        type="file"
        accept=".json,application/json"
        aria-label={text('import')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) void importFile(file);
          currentTarget.value = '';
        }}
      />
    ),
  };
};
