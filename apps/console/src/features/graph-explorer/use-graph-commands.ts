import { ArrowDownloadRegular, ArrowResetRegular, ImageRegular } from '@fluentui/react-icons';
import { useText } from '@redoubt/i18n';
import type { Command, GridColumn } from '@redoubt/ui';
import type { RefObject } from 'react';
import { useNotifyFailure } from '../../notifications/CalloutProvider.tsx';
import { csvText, gridCsv } from '../../shared/files/csv-text.ts';
import { saveCsv, saveFile } from '../../shared/files/read-file.ts';
import { useLinkCommand } from '../../shared/use-link-command.ts';
import type { GraphCanvasHandle } from './components/GraphCanvas.tsx';
import { canDraw } from './components/GraphPicture.tsx';
import { inOrder, type GraphItem, type GraphModel } from './model/graph-model.ts';

/** What can be done with the graph as a whole. */
export const useGraphCommands = (props: {
  readonly model: GraphModel | null;
  readonly columns: readonly GridColumn<GraphItem>[];
  readonly canvas: RefObject<GraphCanvasHandle | null>;
  readonly onReset: () => void;
}): readonly Command[] => {
  const { model, columns, canvas, onReset } = props;
  const text = useText('graphExplorer');
  const notifyFailure = useNotifyFailure();
  const link = useLinkCommand();
  if (model === null) return [];
  const savePng = async (): Promise<void> => {
    try {
      const picture = await canvas.current?.toPng();
      if (picture !== undefined) saveFile('graph.png', picture);
    } catch (error) {
      notifyFailure(error, text('exportFailed'));
    }
  };
  const saveLinks = (): void => {
    const valueOf = (id: string): string => model.byId.get(id)?.value ?? id;
    const rows = model.links.map(({ from, to, events, fraud }) => [valueOf(from), valueOf(to), events, fraud]);
    const heading = [text('column.from'), text('column.to'), text('column.events'), text('column.fraud')];
    saveCsv('graph-links.csv', csvText([heading, ...rows]));
  };
  return [
    { id: 'reset', text: text('reset'), icon: ArrowResetRegular, onSelect: onReset },
    {
      id: 'csv',
      text: text('exportValues'),
      icon: ArrowDownloadRegular,
      onSelect: () => saveCsv('graph-values.csv', gridCsv(columns, inOrder(model.items))),
    },
    { id: 'links', text: text('exportLinks'), icon: ArrowDownloadRegular, onSelect: saveLinks },
    ...(canDraw()
      ? [{ id: 'png', text: text('exportPicture'), icon: ImageRegular, onSelect: () => void savePng() }]
      : []),
    link,
  ];
};
