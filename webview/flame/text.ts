/** The flame panel's own words; speedscope's stay English. */
export interface FlameText {
  readonly noWebgl: string;
  readonly broken: (missing: readonly string[]) => string;
  readonly notDrawn: (name: string) => string;
  readonly close: string;
}

/** English where the locale is none of ours. */
export function flameText(locale: string): FlameText {
  return texts[locale.toLowerCase()] ?? english;
}

const english: FlameText = {
  noWebgl:
    "The flame graph needs WebGL, which is off in this window. The Hot Functions list in Heatline's side bar shows the same costs; or turn hardware acceleration on and reload the window.",
  broken: (missing) =>
    `The flame graph's clicks are limited: speedscope lacks what Heatline relies on (${missing.join(", ")}). A click opens the file and line of its tooltip; the Hot Functions list works as ever.`,
  notDrawn: (name) => `${name} is not drawn here: it took too little time in this run.`,
  close: "Close",
};

const texts: Readonly<Record<string, FlameText>> = {
  en: english,
  "zh-cn": {
    noWebgl: "火焰图需要 WebGL，但此窗口中已关闭。Heatline 侧边栏的“热点函数”列表显示相同的开销；也可以开启硬件加速后重新加载窗口。",
    broken: (missing) =>
      `火焰图的点击功能受限：speedscope 缺少 Heatline 所依赖的内容（${missing.join("、")}）。单击会打开提示框中的文件和行；“热点函数”列表照常可用。`,
    notDrawn: (name) => `此处未绘制 ${name}：它在本次运行中耗时太少。`,
    close: "关闭",
  },
  ru: {
    noWebgl:
      "Для флейм-графа нужен WebGL, а в этом окне он выключен. Список «Горячие функции» на боковой панели Heatline показывает те же затраты; либо включите аппаратное ускорение и перезагрузите окно.",
    broken: (missing) =>
      `Щелчки по флейм-графу ограничены: в speedscope нет того, на что опирается Heatline (${missing.join(", ")}). Щелчок открывает файл и строку из подсказки; список «Горячие функции» работает как обычно.`,
    notDrawn: (name) => `${name} здесь не показана: в этом запуске на неё ушло слишком мало времени.`,
    close: "Закрыть",
  },
};
