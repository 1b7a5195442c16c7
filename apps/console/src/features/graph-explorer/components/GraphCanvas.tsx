import { useText } from '@redoubt/i18n';
import { useThemeName } from '@redoubt/ui';
import Graph from 'graphology';
import { useEffect, useImperativeHandle, useRef, type ReactNode, type Ref } from 'react';
import Sigma from 'sigma';
import { EdgeLineProgram, NodePointProgram } from 'sigma/rendering';
import { usePreferences } from '../../../preferences/use-preferences.tsx';
import type { GraphItem, GraphModel } from '../model/graph-model.ts';
import { CHOSEN_SIGN } from './chosen-sign.ts';
import styles from './graph.module.css';
import { firstPlace, settle, type Place } from './graph-layout.ts';
import { colourOf, labelDrawer, readPalette, scaleOf, sizeOf, type Palette } from './graph-style.ts';

export type GraphCanvasHandle = {
  /** The picture as it is seen. */
  readonly toPng: () => Promise<Blob>;
};

export type GraphCanvasProps = {
  readonly model: GraphModel;
  readonly current: string | null;
  /** Items of a way that is shown, in its order. */
  readonly path: readonly string[];
  /** Items that are chosen for what is done with several together. */
  readonly chosen: ReadonlySet<string>;
  readonly describe: (item: GraphItem) => { readonly label: string; readonly letter: string; readonly note: string };
  readonly onPick: (id: string) => void;
  readonly onOpen: (item: GraphItem) => void;
  readonly onChoose: (id: string) => void;
  readonly ref?: Ref<GraphCanvasHandle>;
};

/** Room round the picture for two lines of words under its lowest circle. */
const LABELLED_PADDING_PX = 52;

/** Labels of more items than these are drawn only where there is room. */
const MOST_LABELS = 300;
/** Of more items than these, circles alone are drawn while the picture is moved, and links without width until it is laid out. */
const MOST_MOVING = 400;
/**
 * Drawn in one go, where Sigma's own programs draw each circle and link as an instance: without a graphics card that is a call each,
 * 230 ms a frame for 5,000 circles instead of 70. Points have a largest size on many cards, so few large circles stay as they are.
 */
const IN_ONE_GO = {
  nodeProgramClasses: { circle: NodePointProgram },
  edgeProgramClasses: { thin: EdgeLineProgram },
  defaultEdgeType: 'thin',
};

/** Joins what is drawn now with where it stood before, so that nothing jumps. */
const graphOf = (props: GraphCanvasProps, places: ReadonlyMap<string, Place>, palette: Palette): Graph => {
  const graph = new Graph({ type: 'undirected' });
  for (const [at, item] of props.model.items.entries()) {
    const place = places.get(item.id) ?? firstPlace(at, item.steps);
    graph.addNode(item.id, {
      ...place,
      ...props.describe(item),
      size: sizeOf(item, props.model.items.length),
      color: colourOf(item, palette),
    });
  }
  for (const { id, from, to, events, fraud } of props.model.links)
    graph.addEdgeWithKey(id, from, to, {
      size: Math.min(6, 1 + Math.log2(events)),
      weight: Math.log2(1 + events),
      color: fraud > 0 ? palette.fraud : palette.line,
    });
  return graph;
};

/** The graph as a picture: drag and wheel move it, a click takes an item in hand, with Ctrl or Shift it chooses it, a double click opens or pivots. */
export const GraphCanvas = (props: GraphCanvasProps): ReactNode => {
  const text = useText('graphExplorer');
  const [{ theme, reducedMotion }] = usePreferences();
  const themeName = useThemeName(theme);
  const box = useRef<HTMLDivElement>(null);
  const sigma = useRef<Sigma | null>(null);
  const places = useRef(new Map<string, Place>());
  const latest = useRef(props);
  latest.current = props;
  const { model, current, path, chosen } = props;

  useEffect(() => {
    const [element, stood] = [box.current, places.current];
    if (element === null || model.items.length === 0) return undefined;
    const palette = readPalette(element);
    const graph = graphOf(latest.current, stood, palette);
    const labels = labelDrawer(palette, getComputedStyle(element).fontFamily);
    const isLarge = model.items.length > MOST_LABELS;
    const isHeavy = model.items.length > MOST_MOVING;
    const renderer = new Sigma(graph, element, {
      allowInvalidContainer: true,
      ...(isLarge ? {} : { stagePadding: LABELLED_PADDING_PX }),
      defaultDrawNodeLabel: labels.draw,
      defaultDrawNodeHover: (context, data, settings) =>
        labels.draw(context, Object.assign(data, { forceLabel: true }), settings),
      labelRenderedSizeThreshold: isLarge ? 11 * scaleOf(model.items.length) : 0,
      labelDensity: isLarge ? 1 : 8,
      labelGridCellSize: isLarge ? 120 : 60,
      hideEdgesOnMove: isHeavy,
      hideLabelsOnMove: isHeavy,
      ...(isHeavy ? IN_ONE_GO : {}),
      zIndex: true,
      nodeReducer: (id, data) => {
        const { current: held, path: way, chosen: picked } = latest.current;
        const isPicked = picked.has(id);
        const isHeld = isPicked || id === held || way.includes(id);
        if (!isHeld) return data;
        const letter: unknown = isPicked ? CHOSEN_SIGN : data['letter'];
        return { ...data, letter, size: Number(data['size']) + 4, forceLabel: true, zIndex: 2 };
      },
      edgeReducer: (id, data) => {
        const { path: way } = latest.current;
        if (way.length < 2) return data;
        const ends = graph.extremities(id).map((end) => way.indexOf(end));
        const isOnWay = ends.every((at) => at >= 0) && Math.abs((ends[0] ?? 0) - (ends[1] ?? 0)) === 1;
        return isOnWay ? { ...data, color: palette.path, size: 5, zIndex: 2 } : data;
      },
    });
    // Words are kept off circles where those can be told apart.
    const circlesOf = () =>
      isLarge
        ? []
        : graph.mapNodes((id, { x, y, size }) => ({
            ...renderer.graphToViewport({ x: Number(x), y: Number(y) }),
            radius: renderer.scaleSize(Number(size)),
            id,
          }));
    renderer.on('beforeRender', () => labels.begin(circlesOf));
    renderer.on('clickNode', ({ node, event: { original } }) => {
      const { onPick, onChoose } = latest.current;
      if (original.ctrlKey || original.metaKey || original.shiftKey) onChoose(node);
      else onPick(node);
    });
    renderer.on('doubleClickNode', (event) => {
      event.preventSigmaDefault();
      const item = latest.current.model.byId.get(event.node);
      if (item !== undefined) latest.current.onOpen(item);
    });
    delete element.dataset['settled'];
    const stop = settle(graph, { width: element.clientWidth, height: element.clientHeight }, reducedMotion, () => {
      if (isHeavy) renderer.setSetting('defaultEdgeType', 'line');
      element.dataset['settled'] = '';
    });
    sigma.current = renderer;
    return () => {
      stop();
      graph.forEachNode((id, { x, y }) => stood.set(id, { x: Number(x), y: Number(y) }));
      renderer.kill();
      sigma.current = null;
    };
  }, [model, reducedMotion, themeName]);
  useEffect(() => {
    sigma.current?.refresh({ skipIndexation: true });
  }, [current, path, chosen]);
  useImperativeHandle(
    props.ref,
    () => ({
      toPng: async () => {
        const { toBlob } = await import('@sigma/export-image');
        if (sigma.current === null || box.current === null) throw new Error('There is no picture.');
        return toBlob(sigma.current, { backgroundColor: readPalette(box.current).page, fileName: 'graph' });
      },
    }),
    [],
  );
  return <div ref={box} className={styles.canvas} role="img" aria-label={text('canvas')} />;
};
