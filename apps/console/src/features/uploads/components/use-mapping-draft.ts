import type { UploadDetail } from '@redoubt/contracts';
import { suggestMapping, type Mapping } from '@redoubt/domain';
import { useMemo } from 'react';
import { useTabDraft } from '../../../drafts/use-tab-draft.ts';
import { mappingRows, type MappingRow } from '../mapping-rows.ts';

type Draft = { readonly mapping: Mapping };

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && 'mapping' in value && Array.isArray(value.mapping);

/** The mapping that is on the screen: that of the server, or what was changed and not saved yet. It outlives a reload. */
export const useMappingDraft = (
  upload: UploadDetail,
): {
  readonly mapping: Mapping;
  readonly rows: readonly MappingRow[];
  readonly isDirty: boolean;
  readonly change: (mapping: Mapping) => void;
  readonly discard: () => void;
  readonly propose: () => void;
} => {
  const { id, dataSet, format, actions } = upload;
  const key = `upload.${id}.${format?.columns.length ?? 0}`;
  const { draft, change, isEmpty, discard } = useTabDraft<Draft>(key, { mapping: upload.mapping }, isDraft);
  const mapping = actions.includes('map') ? draft.mapping : upload.mapping;
  const rows = useMemo(() => mappingRows(dataSet, mapping, format?.columns ?? []), [dataSet, mapping, format]);
  return {
    mapping,
    rows,
    isDirty: actions.includes('map') && !isEmpty,
    change: (next) => change({ mapping: next }),
    discard,
    propose: () => change({ mapping: suggestMapping(dataSet, format?.columns ?? []) }),
  };
};
