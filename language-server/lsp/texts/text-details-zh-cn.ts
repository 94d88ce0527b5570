import type { DetailTexts } from "./detail-texts.ts";

export const chinese: DetailTexts = {
  measured: "测量方式",
  threads: "线程与进程",
  app: "运行内容",
  problems: "须知",
  recorder: "记录器",
  recorders: {
    exact: {
      name: "精确:V8 的采样日志",
      about:
        "每次采样时,V8 都会写下整个调用栈,包括每次调用的文件、行和列。调用者的行号是实测的,不是猜测的。无论应用如何结束,数据都不会丢失。",
    },
    inspector: {
      name: "检查器:Chrome DevTools 所用的分析器",
      about: "它给出正在运行的函数的准确行号,但没有其调用者的行号:后者由源代码推断,不确定之处标有 ≈。",
    },
    import: { name: "从文件打开", about: "这些采样不是由 Heatline 采集的,其精确程度取决于采集它们的工具。" },
  },
  fallback: { label: "未用精确记录器的原因", about: "精确记录器需要在应用自己的 Node.js 命令行上加参数。无法添加时改用检查器。" },
  live: { label: "状态", value: "实时:仍在记录", about: "数值每一两秒更新一次。结束时保存的运行记录会更准确地区分等待与工作。" },
  ticks: {
    label: "采样数",
    value: (ticks, busy) => `共 ${ticks} 个,其中忙碌 ${busy} 个`,
    about: "一个采样就是在某一时刻查看线程正在做什么。忙碌采样是线程没有等待时的采样;所有占比都是相对忙碌采样而言。",
  },
  interval: { label: "间隔", about: "本次记录中两个采样之间的平均时间。一个采样就代表这么多时间。" },
  window: { label: "记录时长", about: "被测量部分的长度;不含负载的预热阶段。" },
  errorBar: {
    label: "误差范围",
    value: (low, high) => `显示为 50 % 的行,实际在 ${low} 到 ${high} 之间`,
    about: "采样如同民意调查:真实占比有 95 % 的把握落在此范围内。采样越多,范围越窄。悬停在某行上可看到该行自己的范围(±)。",
  },
  repaired: {
    label: "修复的采样",
    value: (ticks, share) => `${ticks} 个(占忙碌采样的 ${share})`,
    about: "在某些内置例程中,V8 会丢失调用它们的 JavaScript 函数。Heatline 根据同一位置的其他采样把该函数补回。",
  },
  doubtful: { label: "存疑的采样", about: "修复时有不止一个函数或行可能符合的采样。它们按可能性分配,并标有 ≈。" },
  inferred: { label: "调用者的行", value: "由源代码推断,不确定之处标有 ≈", about: "检查器不记录函数在哪一行调用了下一个函数。" },
  killed: {
    label: "如果应用被强制结束",
    value: "其采样会一同丢失",
    about: "检查器把采样保存在应用内部直到取出:被强制结束(SIGKILL、内存不足)的进程会带走它们。精确记录器则随时写入磁盘。",
  },
  disk: { label: "日志占用的磁盘", about: "记录期间 V8 向私有文件夹写入的数据量。会话结束时已删除;达到 2 GB 时停止记录。" },
  selected: { label: "当前显示", about: "热度、悬停、CodeLens 和火焰图只显示这些线程。可用“Heatline: 显示线程…”更改。" },
  thread: {
    value: (busy, share, interval) => `${busy} 个忙碌采样,占本次运行的 ${share};每 ${interval} 一个`,
    repaired: (repaired, doubtful) => `修复 ${repaired} 个,存疑 ${doubtful} 个`,
    about: (pid) => `进程 ${pid}。每个线程有自己的采样;合在一起就是整个运行。`,
  },
  command: { label: "命令", about: "应用自己的命令行。" },
  node: { label: "Node.js", about: "运行应用的 Node.js 版本,以及其 JavaScript 引擎 V8 的版本。" },
  end: {
    label: "结束原因",
    about: "记录结束的原因。此前记录的内容是完整的。",
    ends: {
      "load-ended": "负载结束",
      cancelled: "负载被取消",
      exited: "应用自行结束",
      stopped: "被停止",
      crashed: "应用崩溃",
      "time-cap": "达到最长时间",
      disconnected: "应用的检查器被关闭",
    },
  },
  cpu: { label: "CPU 时间", about: "记录期间应用各进程的处理器时间,含用户态与系统态、垃圾回收和编译线程。" },
  loop: { label: "事件循环忙碌", about: "主线程没有等待事件的时间占比,由 Node.js 自己统计。接近 100 % 时应用已无余力。" },
  problemAbout: "Heatline 在记录中发现并已绕过的情况。",
};
