import type { Ontology } from '@redoubt/contracts';
import { isDefinedKind, isOntologyEntity } from '@redoubt/domain';
import { useProvidedNames, useText } from '@redoubt/i18n';
import { useCallback } from 'react';

/** What a thing, an event or an assessment is called. */
export const useEntityText = (ontology: Ontology | undefined): ((entity: string) => string) => {
  const text = useText('ontology');
  const { shown } = useProvidedNames();
  return useCallback(
    (entity) => {
      if (!isOntologyEntity(entity)) return entity;
      if (!isDefinedKind(entity)) return text(`entity.${entity}`);
      return shown(ontology?.entities.find(({ id }) => id === entity)?.name ?? entity);
    },
    [text, shown, ontology],
  );
};
