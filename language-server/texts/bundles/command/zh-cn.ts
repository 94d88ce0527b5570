import type { CommandBundle } from "../../command-text.ts";

/** In Simplified Chinese, as `en.ts` has them. */
export const commandChinese: CommandBundle = {
  "app.brokenNode": "无法运行 {file}。\n请在 -- 之后写出可用的 Node.js 的路径，或将它放在 PATH 的最前面。",
  "app.noInspector":
    "Node.js {version}（{file}）构建时未包含检查器，因此无法记录。\n请在 -- 之后写出来自 nodejs.org 的 Node.js 的路径，或将它放在 PATH 的最前面。",
  "app.noProgram": "程序 {file} 不存在。\n请更正 -- 之后的路径，或先构建应用。",
  "app.nodeNotFound": "在 PATH 中找不到 {runtime}。\n请安装 Node.js，或在 -- 之后写出其路径。",
  "app.notStarted": "无法启动 {file}：{reason}。\n请检查 -- 之后的命令。",
  "app.nothingRecordedOrKilled":
    "未记录任何内容：应用在取得采样之前就结束了，或被强制终止，检查器的采样随之丢失。\n请重新启动并用 Ctrl+C 结束它，或使用不会丢失任何内容的精确记录器。",
  "app.oldNode": "Node.js {version}（{file}）版本过旧：Heatline 需要 {oldest} 或更高版本。\n请安装更新的 Node.js，或在 -- 之后写出其路径。",
  "app.runtimeNotFound": "在 PATH 中找不到 {runtime}。\n请安装它，或更正 -- 之后的命令。",
  "app.unsafeArgument":
    "{runtime} 通过 cmd.exe 启动脚本，而 cmd.exe 会更改、丢弃或执行其中一部分：{argument}。\n请更改它，或在 -- 之后直接写出脚本所运行的程序。",
  "attach.noAnswer":
    "{address} 处没有检查器响应。\n请用“node --inspect”启动应用，或运行不带地址的“heatline attach”，了解如何连接到别处的应用。",
  "command.advice": "建议",
  "command.agentSetup.about": "让编程智能体使用 Heatline：把它加入智能体的配置",
  "command.agentSetup.added": "已将 Heatline 加入 {file}。请重新启动 {client}；如果它询问，请允许该服务器。",
  "command.agentSetup.badClient": "没有名为“{value}”的客户端。可用的客户端：{clients}。",
  "command.agentSetup.byHand": "由于 {file} 的写法，无法安全地更改 {name}。未做任何更改。\n请在该文件中手动更改。",
  "command.agentSetup.changed": "{file} 在此期间被其他程序更改，因此未写入任何内容。\n请重新运行该命令。",
  "command.agentSetup.declined": "未做任何更改。",
  "command.agentSetup.help": `用法：heatline agent-setup [CLIENT] [选项]

把 Heatline 的 MCP 服务器加入编程智能体的配置，使智能体能够测量、读取热点行并进行比较。
它会显示将要更改的内容并询问，文件中的其他内容保持不变。

CLIENT   claude（默认）  项目中的 .mcp.json，供 Claude Code 及其他读取该文件的客户端使用
         vscode          项目中的 .vscode/mcp.json
         cursor          项目中的 .cursor/mcp.json
         gemini          项目中的 .gemini/settings.json
         codex           ~/.codex（或 CODEX_HOME）中的 config.toml，用于所有项目：除非给出 --root，
                         服务器在启动 Codex 的文件夹中工作

  --remove     移除 Heatline
  --root DIR   项目（默认：当前文件夹）
  -y, --yes    不询问；没有终端时必须给出
  -h, --help

退出代码：0 已写入或无需更改，1 未写入，2 用法错误。`,
  "command.agentSetup.linked": "{file} 是符号链接。未做任何更改。\n请更改它指向的文件，或用该文件替换此链接。",
  "command.agentSetup.linkedFolder": "{folder} 是符号链接，因此 {file} 不在项目之内。未做任何更改。\n请在那里手动更改。",
  "command.agentSetup.needsYes": "未写入任何内容：没有终端，无法询问。要写入，请加上 --yes。",
  "command.agentSetup.noFolder": "{folder} 不是文件夹。\n请用 --root 指定项目的文件夹。",
  "command.agentSetup.noHome": "主文件夹未知，因此找不到 Codex 的配置。\n请设置 HOME 或 CODEX_HOME。",
  "command.agentSetup.notObject": "{file} 中的 {name} 不是对象。未做任何更改。\n请修正该文件后重试。",
  "command.agentSetup.notOurs":
    "{file} 中名为 heatline 的条目启动的不是 Heatline。未做任何更改。\n如果不再需要该条目，请在该文件中手动删除。",
  "command.agentSetup.notText": "{file} 不是有效的 UTF-8。未做任何更改。\n请将其保存为 UTF-8 后重试。",
  "command.agentSetup.notThere": "{file} 中没有名为 heatline 的条目。未做任何更改。",
  "command.agentSetup.oddFile": "{file} 不是不超过 {megabytes} MB 的普通文件。未做任何更改。",
  "command.agentSetup.otherThere": "{file} 中已有一个名为 heatline 的条目，它启动的是别的程序。该条目将按上面显示的内容替换。",
  "command.agentSetup.otherUser": "{file} 属于其他用户。未做任何更改。\n请让该用户进行更改。",
  "command.agentSetup.question": "要将此内容写入 {file} 吗？[y/N]",
  "command.agentSetup.removed": "已从 {file} 中移除 Heatline。",
  "command.agentSetup.sameThere": "{file} 中已有此条目。未做任何更改。",
  "command.agentSetup.syntax": "{file} 第 {line} 行有语法错误。未做任何更改。\n请修正后重试。",
  "command.agentSetup.twoClients": "只能指定一个客户端：“{value}”是第二个。",
  "command.agentSetup.unusable": "无法更改 {file}：{reason}。",
  "command.agentSetup.variable": "{client} 会把此路径的一部分替换为变量的值：{text}。未写入任何内容。\n请重命名该文件夹，或手动写入条目。",
  "command.attach.about": "通过检查器记录正在运行的应用，也可以在容器中或其他机器上",
  "command.attach.badAddress": "“{value}”不是检查器的地址，例如 127.0.0.1:9229。",
  "command.attach.declined": "未附加到任何应用。",
  "command.attach.help": `用法：heatline attach HOST:PORT [选项]

通过检查器记录正在运行的 Node.js 应用，直到负载结束或按下 Ctrl+C，并像 heatline record 一样保存这次运行。
应用会继续运行，其中不会留下 Heatline 的任何东西。HOST:PORT 是检查器监听的地址，例如 127.0.0.1:9229。不给出地址时，
heatline attach 会说明如何连接到容器中、集群中或其他机器上的应用。

  --out DIR          运行文件夹的存放位置（默认 {folder}）
  --load URL         向 http://host:port/path 发送请求，或向应用自己端口的 /path 发送；可以重复
  --method, --header, --body, --setup, --setup-body, --setup-per-connection, --cookies, --connections, --warmup, --rate, --tool, --port
                     用于负载，与 heatline record 相同
  --duration S       负载的秒数（默认 10）；没有 --load 时为最长记录时间
  --path-mapping REMOTE=LOCAL
                     应用运行处的文件夹，以及对应的本地文件夹，例如 /usr/src/app=. ；可以多次给出
  --interval US      两次采样之间的微秒数（默认 1000）
  --keep-secrets     在运行的请求中保留密码、令牌等机密（默认替换为 ***）
  -y, --yes          附加到其他机器之前不询问；没有终端时必须给出
  -h, --help

退出码：0 已写入运行；1 无法附加到应用，或没有记录到任何内容；2 用法错误；
{failedLoad} 负载中没有一个请求成功（仍会写入运行）。`,
  "command.attach.how": `heatline attach HOST:PORT 通过检查器记录正在运行的 Node.js 应用。请先让本机能够访问检查器的端口：

Docker      docker run -p 127.0.0.1:9229:9229 IMAGE node --inspect=0.0.0.0:9229 app.js
Kubernetes  kubectl port-forward pod/POD 9229
SSH         ssh -N -L 9229:127.0.0.1:9229 HOST

然后运行    heatline attach 127.0.0.1:9229 --path-mapping /usr/src/app=.

在 Pod 中和主机上，应用须以 node --inspect 运行，或在收到信号时打开检查器：kubectl exec POD -- kill -USR1 1、
ssh HOST kill -USR1 PID。要发送负载，请同样让本机能够访问应用自己的端口，并写明它：--load http://127.0.0.1:3000/path。

任何能访问检查器的人都可以在应用中运行代码。请像上面那样只在 127.0.0.1 上公开它，
用完后不带 --inspect 重新启动应用。`,
  "command.attach.needsYes": "{host} 不是本机，没有终端也就无法询问。要附加到它，请添加 --yes。",
  "command.attach.oneAddress": "只能给出一个地址：“{value}”是第二个。",
  "command.attach.question": "{host} 不是本机。记录期间应用会稍慢一些，Heatline 会读取其源代码。要附加吗？[y/N]",
  "command.attached": "正在记录 {address} 处的应用。按 Ctrl+C 结束记录；应用会继续运行。",
  "command.badFilter": "--{name} 接受 {kinds}，而不是“{value}”。",
  "command.badCompareFormat": "--format 必须是 text、markdown 或 json，而不是“{value}”。",
  "command.badFormat": "--format 必须是以下之一：{formats}，不能是 “{value}”。",
  "command.badHeader": '--header 的格式必须是 "Name: value"，而给出的是 “{value}”。',
  "command.badPass": "--passes 可以是 {passes}，不能是 “{value}”。",
  "command.badRequestPath": "--request {value} 不是 /report 这样的路径。",
  "command.busyTime.start": "每次启动的忙碌时间 {before} → {after}，{change}",
  "command.byHttp2": "{server} 只以 HTTP/2 应答，因此由 h2load 发送负载。",
  "command.imports.more": "另有 {shown} 个；用 --top 显示更多",
  "command.imports.unsampled": "以及 {shown} 个没有采样的模块；--imports 名称 会说明为何加载某个模块",
  "command.imports.noModule": "加载模块“{name}”期间没有采样。请给出包名、文件路径的末尾，或导入语句中的写法。",
  "command.imports.noSamples":
    "“{name}”的导入没有采样：它是打包文件的一部分，或者加载期间没有采样。不带 --imports 的报告会显示它各行的开销。",
  "command.cpuTime.start": "每次启动所有线程的 CPU 时间 {before} → {after}",
  "command.fromStartWithLoad": "--from-start 不带负载记录：请去掉 --load。",
  "command.grew.start": "每次启动的忙碌时间增长了 {growth} %；--fail-above 允许 {limit} %。",
  "command.grewFromZero.start": "每次启动的忙碌时间从零开始增长；--fail-above 允许 {limit} %。",
  "command.listeningGoesOn": "应用正在监听端口 {port}，记录继续进行。按 Ctrl+C 结束。",
  "command.noHeaderFile": "无法读取 --header 的文件 {file}：{reason}。",
  "command.oddHeaderFile": "--header 的文件 {file} 必须是不超过 {kilobytes} KB 的文件，每行一个“Name: value”。",
  "command.badLoad": "--load 必须是 http://127.0.0.1:3000/ 这样的网址，或 /path；给出的是 “{value}”。",
  "command.badMapping": "--path-mapping 的格式必须是 /usr/src/app=.（远端文件夹和本地文件夹），不能是 “{value}”。",
  "command.badPer": "--per 是 request 或 second，不能是 “{value}”。",
  "command.badRecorder": "--recorder 是 exact 或 inspector，不能是 “{value}”。",
  "command.badSetup": "--setup 必须是“POST /login”这样的形式或一条 cURL 命令，--setup-body 位于其 --setup 之后。",
  "command.badCookies": "--cookies 必须是 setup、answers 或 none，不能是 “{value}”。",
  "command.noSetupFile": "无法读取 --setup 或 --setup-body 的文件 {file}：{reason}。",
  "command.oddSetupFile": "--setup 或 --setup-body 的文件 {file} 必须是不超过 {kilobytes} KB 的文件。",
  "command.pass": "第 {pass} 遍，共 {of} 遍：{kind}",
  "command.passBegun": "第 {pass} 遍，共 {of} 遍：{kind}，剩余 {seconds} 秒。",
  "command.passKind.allocations": "内存分配",
  "command.passKind.counts": "执行次数",
  "command.passKind.routes": "路由",
  "command.passKind.waits": "等待",
  "command.passLeft": "第 {pass} 遍，共 {of} 遍：{kind} · 剩余 {seconds} 秒",
  "command.passStarting": "第 {pass} 遍，共 {of} 遍：{kind} · 正在启动应用",
  "command.passWaiting": "这一遍 {seconds} 秒后仍无端口，而该运行中应用曾打开端口。请查看应用的输出。按 Ctrl+C 可结束这一遍并保留该运行。",
  "command.passWritten.allocations": "已测量内存分配：{rate}{inRun}。",
  "command.passWritten.counts": "已测量执行次数：{rate}{inRun}。",
  "command.passWritten.routes": "已测量路由：混合时 {rate}{inRun}。",
  "command.passWritten.waits": "已测量等待：{rate}{inRun}。",
  "command.passesEnding": "正在丢弃进行中的一遍并结束应用…",
  "command.passesLeftOut": "未进行测量：该运行的负载没有正常结束。",
  "command.passesWithoutLoad": "--passes 会再次发送负载：请同时给出 --load。",
  "command.perUnit.start": "每次启动的忙碌时间：自有代码含归因于它的时间，其他代码只计自身。",
  "command.recordingStarts": "正在反复启动应用，每次直到开始监听或结束。只显示第一次启动的输出。按 Ctrl+C 会保留已完成的启动。",
  "command.requestWithoutSavings": "--request 用于 --savings 的测量：请同时给出 --savings。",
  "command.savings.ending": "正在结束应用。运行已保留，不含实测收益。",
  "command.savings.how": "heatline record --startup --savings -- 命令 可测量首次使用时加载与 NODE_COMPILE_CACHE 能节省多少。",
  "command.savings.interrupted": "未测量能节省多少：您提前结束了测量。要测量，请再次运行同一命令。",
  "command.savings.measuring": "正在不使用分析器启动应用，以测量能节省多少。Ctrl+C 保留不含此项的运行。",
  "command.savings.progress": "不使用分析器启动 {starts} 次，每种方式 {rounds} 次",
  "command.savingsWithoutStartup": "{option} 属于 --startup：请同时给出 --startup。",
  "command.setupOption": '负载无法做到 cURL 命令的 {options} 所要求的事。请去掉它，或写成 --setup "POST /login" --setup-body 文本。',
  "command.badSpan": "--from 必须小于 --to：{from} 不小于 {to}。",
  "command.badTool": "--tool 必须是 {tools} 之一，不能是 “{value}”。",
  "command.bench.badNode": "--node 必须是 22 或 22.11 之类的版本，或可运行的 Node.js 的路径，而不是“{value}”。",
  "command.bench.failed.build":
    "{side} 构建失败：{command} 以 {code} 结束。\n请修复构建，或用 --build 指定其他构建，或用 --no-build 跳过。",
  "command.bench.failed.checkout": "无法检出 {side}。\n请查看 Git 的输出。",
  "command.bench.failed.install": "未能安装 {side} 的包：{command} 以 {code} 结束。\n请修复，或用 --install 指定其他命令。",
  "command.bench.failed.submodules":
    "无法检出 {side} 的子模块。\n请先在您的文件夹中运行“git submodule update --init”：已有的子模块不需要网络。",
  "command.bench.sameCommit":
    "{base} 和 {head} 是同一个提交（{commit}），也没有未提交的更改：没有可比较的内容。\n请用 --base 或 --head 指定其他版本，或用 --node 指定两个 Node.js 版本。",
  "command.bench.noBase": "第一个提交之前没有可比较的提交。\n请用 --base 指定。",
  "command.bench.noFolder": "{side} 中没有应用要运行的文件夹 {folder}。\n请选择其他版本，或用 --cwd 选择其他文件夹。",
  "command.bench.noGit": "在 PATH 中找不到 Git，而两个版本都来自 Git。\n请安装 Git。",
  "command.bench.noManager":
    "在 PATH 中找不到 {program}，它用于安装 {side} 的包或构建它。\n请安装它，或用 --install 和 --build 指定其他命令。",
  "command.bench.noNode": "PATH 和版本管理器中都没有 Node.js {version}，npm 也无法安装它。\n请安装它，或用 --node 指定其路径。",
  "command.bench.noRef": "此仓库中没有名为“{ref}”的提交。\n请更正名称，或先用 git fetch 获取。",
  "command.bench.noRefInShallow":
    "此仓库是浅克隆，没有名为“{ref}”的提交。\n请先获取：git fetch --depth=1 origin {ref}；在 GitHub Actions 中请设置 fetch-depth: 0。",
  "command.bench.noRepository": "{folder} 不在 Git 仓库的工作区中，而两个版本都来自 Git 仓库。\n请在那里运行命令，或用 --cwd 指定文件夹。",
  "command.bench.about": "比较两个版本或两个 Node.js：轮流记录，一起判断",
  "command.bench.alone": "{option} 不能与 {other} 一起使用。",
  "command.bench.base": "基准：{name}（{commit}）",
  "command.bench.ending": "正在结束运行中的程序并删除检出的版本……再按一次 Ctrl+C 立即停止。",
  "command.bench.head": "新版本：{name}（{commit}）",
  "command.bench.changed": "{commit}，已更改的文件：{files}",
  "command.bench.help": `用法：heatline bench [选项] -- npm start
      heatline bench --node 22 --node 26 [选项] -- npm start

比较应用的两个版本。两者从 Git 中并排检出、安装、构建，并在本机上轮流记录，因此百分之几的差异也能看出；
最后会被删除。您的文件夹和仓库保持原样。

  --base REF         之前的版本：分支、标签或提交（默认：新版本离开默认分支的位置；在该分支上则为前一个提交，
                     如有未提交的更改则为最后一个提交）
  --head REF         之后的版本（默认：您的文件夹的现状，包括未提交的内容，但不包括被忽略的文件）
  --node VERSION     运行两者的 Node.js：版本（在 PATH 或版本管理器中查找，否则从 npm 安装）或路径；
                     指定两次时，在同一份代码上比较这两个 Node.js，第一个为基准

记录的内容，每轮中每个版本一次：
  --load /PATH       负载下的服务器，监听 PORT 变量中的端口；可重复。--method、--header、--body、--setup、
                     --setup-body、--setup-per-connection、--cookies、--connections、--duration、--warmup、--rate、--tool 与
                     heatline record 相同
  --port PORT        如果它不读取 PORT，则为其监听的端口
  --startup          服务器或程序的启动；每轮 --starts N 次（默认 {starts}）
  --test             测试命令的一次运行，它可以打开服务器
                     都没有时：自行结束的程序的一次运行；加 --duration S 则为其一部分
  --rounds N         {fewest} 到 {most}（默认 {rounds}）；少于 6 轮只能确定较大的变化；
                     之前每个版本先记录一次作为预热，不计入

如何准备：
  --install CMD、--no-install    代替锁文件对应的包管理器（npm、pnpm、yarn、bun）的安装
  --build CMD、--no-build        代替 build 脚本
  --cwd DIR          应用的文件夹；两个版本使用相同的文件夹

结果：
  --budgets FILE     哪些可以增长多少，例如
                     { "app": "5 %", "lib/price.js#scorePrice": "2 ms", "lib/price.js#total": "10 %" }；
                     #total 是文件的全部代码，#total() 是同名函数；路径相对于 FILE 所在文件夹
                     （默认：应用文件夹中的 heatline.budgets.json；没有该文件则应用不能增长）
  --json、--markdown、--format text|markdown|json    打印的格式
  --sarif FILE       同时将更改写为 SARIF
  --out DIR          将记录保存在那里：heatline compare DIR/base DIR/head
  --interval US、--recorder KIND、--keep-secrets     与 heatline record 相同
  -h, --help

被 Git 忽略的 .env 文件会复制到两个版本中，并随之删除。

退出代码：0 没有超出预算的增长，1 失败，2 用法错误，{over} 有内容显著增长并超出预算，
{failedLoad} 负载的请求全部失败。Ctrl+C 会判断已完成的轮次（至少 {fewest} 轮）。`,
  "command.bench.interrupted": "在完成三轮之前结束，因此没有判断。",
  "command.bench.judgedSoFar": "由您结束：判断已完成的 {shown} 轮。",
  "command.bench.listens":
    "该应用是服务器，但没有向它发送负载。\n请使用 --load，或用 --startup 测量其启动；如果是会打开服务器的测试，请使用 --test。",
  "command.bench.loadIsPath": "bench 的 --load 必须是 /路径：每次记录都通过 PORT 得到自己的端口。如果应用监听固定端口，请用 --port 指定。",
  "command.bench.nodesOrVersions": "两个 --node 在同一份代码上比较两个 Node.js 版本：请不要使用 --base。",
  "command.bench.notStarted": "无法记录 {side}：{reason}\n其输出见上。",
  "command.bench.otherNode": "{side} 运行在 Node.js {version} 上，而不是 {wanted}。\n该命令自己指定了 Node.js：请写 node 或脚本名称。",
  "command.bench.round": "第 {round} 轮，共 {rounds} 轮，{side}",
  "command.bench.roundLeft": "第 {round} 轮，共 {rounds} 轮，{side} · 大约还需 {minutes} 分钟",
  "command.bench.secondsLeft": "第 {round} 轮，共 {rounds} 轮，{side} · 大约还需 {seconds} 秒",
  "command.bench.runsAreIn": "记录保存在 {folder}",
  "command.bench.sarifUnwritten": "无法写入 {file}：{reason}。",
  "command.bench.step.build": "正在构建 {side}",
  "command.bench.step.checkout": "正在检出 {side}",
  "command.bench.step.copy": "正在为 {side} 复制相同的包",
  "command.bench.step.install": "正在安装 {side} 的包",
  "command.bench.step.node": "正在用 npm 安装 Node.js {side}",
  "command.bench.tooManyFailed": "{rounds} 轮中有 {failed} 轮失败，因此没有判断。第一个原因：{reason}",
  "command.bench.twoNodes": "--node 最多可以指定两次。",
  "command.bench.warmUp": "正在预热 {side}：这次记录不计入",
  "command.bench.whatToBench": "请先给出选项，然后是 -- 和要运行的命令，例如：heatline bench --base main --load / -- npm start",
  "command.bug": "这是程序错误，请报告：{reason}",
  "command.busy": "忙碌 {shown} 个（{share}）",
  "command.busyTime.request": "每个请求的忙碌时间 {before} → {after}，{change}",
  "command.busyTime.run": "每次运行的忙碌时间 {before} → {after}，{change}",
  "command.busyTime.second": "每秒的忙碌时间 {before} → {after}，{change}",
  "command.column.after": "之后",
  "command.column.before": "之前",
  "command.column.change": "变化",
  "command.column.rest": "其余",
  "command.column.span": "时间段",
  "command.compare.about": "比较两次运行：改动带来了什么改进",
  "command.compare.help": `用法：heatline compare BEFORE AFTER [选项]
       heatline compare RUNS [选项]
       heatline compare RUN --from S --to S [选项]

比较两次运行：负载数据，以及开销有显著变化的函数和代码行。

RUNS           存放多次运行的文件夹：将其中最新的完好运行与较早的同类运行中最新的一次比较
BEFORE, AFTER  之前和之后的运行文件夹或性能分析文件，与 heatline report 相同；若为存放多次运行的文件夹，
               则取最新的完好运行，BEFORE 则取与 AFTER 同类的最新一次
RUN            一次运行或一个性能分析文件：将其中这些秒之间的采样与其余部分比较

负载或脚本正常结束且失败的请求少于 1 % 的运行为完好运行。文件夹、命令、测试、请求、工具、连接数和速率都相同的
运行为同类运行。被跳过的运行会列出。

  --per UNIT            request（默认；测试和脚本按每次运行）或 second：开销按什么平均
  --top N               显示多少个函数和代码行（默认 {top}；使用 --json 时为全部，包括没有变化的）
  --json                供程序读取的全部数据：见使用指南的 json.md
  --format FORMAT       text（默认）、json 或 markdown：用于合并请求的评论，不超过 60,000 字节
  --sarif FILE          另以 SARIF 2.1.0 写出有变化的自有代码行和函数，供代码扫描使用
  --fail-above PERCENT  单位忙碌时间的总量显著增长超过此百分比时，退出码为 {above}
                        （低于 10 % 的增长不计：同一代码的两次运行也会相差这么多）
  --thread NAME         两者都只要这个线程，例如 "worker 1"；可以多次给出
  --route NAME          两者都只要这条路由，例如 "GET /orders/:id"；可以多次给出；"none" 为其余部分
  --startup             两者都只要应用的启动：从第一行到首次监听，或到结束
  --hide-kinds、--hide、--below、--group、--file、--merge-recursion
                        在两者中省略内容，与 heatline report 相同
  --plain-http          从其他机器获取时也允许不加密
  -h, --help

退出码：0 成功，1 无法读取运行，2 用法错误，{above} 开销超过 --fail-above 的限制。`,
  "command.busyPerRequest": "每个请求 {time} 忙碌时间",
  "command.cpuPerRequest": "每个请求 {time} CPU",
  "command.cpuTime.request": "每个请求所有线程的 CPU 时间 {before} → {after}",
  "command.cpuTime.run": "每次运行所有线程的 CPU 时间 {before} → {after}",
  "command.cpuTime.second": "每秒所有线程的 CPU 时间 {before} → {after}",
  "command.emptySelection": "所选部分没有忙碌的采样：没有可显示的内容。\n要查看全部内容，请不要使用 {options}。",
  "command.endedUnsampled": "应用在其代码的第一个采样之前已结束：没有可显示的内容。",
  "command.completions.about": "输出一个脚本，让 Shell 补全命令和选项",
  "command.completions.help": `用法：heatline completions SHELL

输出一个脚本，让 Shell 在按下 Tab 时补全命令、选项及其取值。SHELL 为以下之一：

  bash         在 ~/.bashrc 中：source <(heatline completions bash)
  zsh          在 ~/.zshrc 中，compinit 之后：source <(heatline completions zsh)
  fish         一次：heatline completions fish > ~/.config/fish/completions/heatline.fish
  powershell   在 $PROFILE 中：heatline completions powershell | Out-String | Invoke-Expression

  -h, --help

补全的是命令 heatline，例如用 npm install --global 安装之后。保存为文件的脚本在 Heatline 更新后需要重新输出。`,
  "command.completions.which": "heatline completions 需要一个 Shell 的名称：{shells}。",
  "command.detaching": "正在结束记录。应用会继续运行。",
  "command.ending": "正在保存已记录的内容并结束应用…",
  "command.export.about": "把运行或性能分析文件写成其他工具的格式",
  "command.export.help": `用法：heatline export FILE|RUN [AFTER] --format FORMAT [-o FILE|-]

把运行或性能分析文件写成其他工具可以读取的格式。

FILE, RUN  与 heatline report 相同
AFTER      第二个运行：用红色和蓝色显示两者之间的变化；用于 svg 和 html

  --format FORMAT  {formats}
  -o, --output F   要写入的文件；- 表示标准输出，也是默认值
  --static         用于 svg：不含脚本的图片，不能缩放和搜索
  --sample-type NAME
                   显示 pprof 采样的哪个值，例如 wall；默认为 CPU 时间
  --plain-http     从其他机器获取时也允许不加密
  -h, --help

只导出运行的一部分（每种格式中都会说明）：
  --thread NAME       只要这个线程，例如 "worker 1"；可以多次给出；若有两次运行，则用于两者
  --route NAME        只要这条路由，例如 "GET /orders/:id"，须已测量路由；可以多次给出；"none" 为其余部分
  --from S, --to S    只要记录中这些秒之间的采样；只用于单次运行
  --startup           仅应用的启动：从第一行到首次监听，或到结束

在 svg、html 和 markdown 中省略内容（文件中会说明）：
  --hide-kinds KINDS  这些种类的代码，以逗号分隔，名称与 heatline report 的 --filter 相同；其时间计入调用者
  --hide FUNCTION     某个函数；其时间计入调用者；可以多次给出
  --below FUNCTION    不经过此函数的所有采样
  --group NAME        不属于此插件、规则、测试文件等的所有采样，名称见 --groups
  --file TEXT         不经过路径中含有此文本的文件的所有采样
  --merge-recursion   自我调用的函数的重复轮次（数值不变）
FUNCTION 是 heatline report 中的函数名，或 NAME@FILE:LINE。

一个 .cpuprofile 只包含一个线程：其余线程写入旁边各自的文件，标准输出只写第一个线程。
退出码：0 成功，1 无法读取性能分析文件或无法写入文件，2 用法错误。`,
  "command.fetching": "正在获取 {name} …",
  "command.functions": "函数",
  "command.goesOn": "记录时间已到，运行已保存。程序仍在继续；按 Ctrl+C 可结束它。",
  "command.grew.request": "每个请求的忙碌时间增长了 {growth} %；--fail-above 允许 {limit} %。",
  "command.grew.run": "每次运行的忙碌时间增长了 {growth} %；--fail-above 允许 {limit} %。",
  "command.grew.second": "每秒的忙碌时间增长了 {growth} %；--fail-above 允许 {limit} %。",
  "command.grewFromZero.request": "每个请求的忙碌时间从零开始增长；--fail-above 允许 {limit} %。",
  "command.grewFromZero.run": "每次运行的忙碌时间从零开始增长；--fail-above 允许 {limit} %。",
  "command.grewFromZero.second": "每秒的忙碌时间从零开始增长；--fail-above 允许 {limit} %。",
  "command.help.about": "逐行显示 Node.js 应用的 CPU 时间花在哪里。",
  "command.help.more": "某个命令的详细说明",
  "command.help.usage": "用法：heatline COMMAND …",
  "command.hotFunctions": "热点函数",
  "command.idle": "应用一直处于空闲状态：没有可显示的内容。",
  "command.inRun": "运行中 {rate}",
  "command.inferred": "≈：部分为推断，并非测量。",
  "command.kind.compile": "编译",
  "command.kind.dependency": "依赖包",
  "command.kind.gc": "垃圾回收",
  "command.kind.native": "原生代码",
  "command.kind.node": "Node.js 核心",
  "command.kind.own": "自有代码",
  "command.kind.program": "V8 自身",
  "command.leftOut": "作为噪声未显示：{functions}和{lines}。",
  "command.leftOut.functions": "{shown} 个函数",
  "command.leftOut.lines": "{shown} 行代码",
  "command.lines": "代码行",
  "command.listening": "应用正在监听端口 {port}：已开始记录。按 Ctrl+C 结束。",
  "command.madeOf": "构成：{parts}",
  "command.mcp.about": "通过模型上下文协议（MCP）为编程智能体提供服务",
  "command.mcp.help": `用法：heatline mcp [选项]

让编程智能体测量应用、读取其热点行并比较记录。智能体的客户端启动此命令，并通过标准输入和输出与它通信，
直到客户端关闭输入；heatline agent-setup 会把它加入客户端的配置。

  --root DIR        项目的文件夹；不会读取或运行其外的任何内容；可多次给出
                    （默认：客户端指定的文件夹，否则为当前文件夹）
  --runs DIR        另一个记录文件夹；可多次给出；新的记录保存到第一个
  --allow-commands  允许智能体运行任何命令；否则，对于不是项目的脚本、启动配置或测试的每个命令，
                    客户端都会询问用户
  -h, --help

退出代码：0 客户端关闭了输入，2 用法错误。`,
  "command.mcp.waiting": "正在等待智能体的客户端；此命令应由客户端自行启动，可用 heatline agent-setup 进行设置。按 Ctrl+C 结束服务器。",
  "command.moreRows": "… 还有 {more} 个：--top {all}",
  "command.moreThreads": "另外 {count} 个线程只能写入文件（-o FILE）。",
  "command.noCurrentFolder": "当前文件夹已不存在。\n请切换到其他文件夹后再运行该命令。",
  "command.noFormat": "--format 必须是以下之一：{formats}。",
  "command.noLines": "所选代码中没有任何一行有开销。",
  "command.noSource": "（源代码未保存）",
  "command.noSuchCommand": "没有命令 “{name}”。可用命令：{commands}。",
  "command.noSuchCommandLike": "没有命令 “{name}”。您是否想输入 {nearest}？可用命令：{commands}。",
  "command.noValue": "选项 {option} 缺少值。见 heatline {command} --help。",
  "command.noneChanged": "没有显著变化。",
  "command.notFilterable":
    "--{name} 不能与 --{part} 一起使用，后者始终涵盖所有代码。请去掉其中一个；用 --thread、--route、--from 和 --to 选择运行的一部分。",
  "command.notFiltered": "--{name} 只能用于 {formats}。",
  "command.notNumber": "--{name} 必须是 {least} 到 {most} 之间的数字，不能是 “{value}”。",
  "command.notOfTwo": "两个运行只能导出为 {formats}。",
  "command.notWhole": "--{name} 必须是整数，不能是 “{value}”。",
  "command.note": "注意",
  "command.nothingOfKinds": "所选种类的代码没有开销。",
  "command.nothingRecorded": "没有记录到任何内容：应用运行时间太短，连一个采样都没有。",
  "command.oneRoute": "--passes routes 需要多个 --load 请求：只有一个请求时，全部时间都属于它的路由。",
  "command.oneServer": "所有 --load 网址必须属于同一个服务器，但 {other} 不是 {first}。",
  "command.onlyRedirects":
    "所有响应都是重定向（{statuses}），因此性能分析显示的是应用在重定向。\n如果应用要求登录，请用 --setup 登录；否则请对重定向的目标地址施加负载。",
  "command.perUnit.request": "每个请求的忙碌时间：自有代码含归因于它的时间，其他代码只计自身。",
  "command.perUnit.run": "每次运行的忙碌时间：自有代码含归因于它的时间，其他代码只计自身。",
  "command.perUnit.second": "每秒的忙碌时间：自有代码含归因于它的时间，其他代码只计自身。",
  "command.passedOver": "已跳过 {name}（{id}）：{why}",
  "command.morePassedOver": "另有 {shown} 次运行被跳过。",
  "command.phase.measuring": "正在记录",
  "command.phase.setup": "正在准备",
  "command.phase.waiting": "正在等待第一个响应",
  "command.phase.warmup": "正在预热",
  "command.portTwice": "--port 用于在应用自己的服务器中选择；{url} 已指明负载的去向。请只保留其中之一。",
  "command.portWithoutLoad": "--port 选择负载发往的服务器：请同时给出 --load。",
  "command.progress.errors": "{shown} 个错误",
  "command.progress.left": "剩余 {seconds} 秒",
  "command.progress.p99": "p99 {shown} 毫秒",
  "command.record.about": "运行应用并记录",
  "command.record.help": `用法：heatline record [选项] -- node app.js …

运行应用并记录，把这次运行保存为文件夹，供 heatline report 和 VS Code 扩展打开。
会自行结束的程序从第一行一直记录到结束。服务器则在负载下记录（--load），
或从开始监听端口起一直记录到按下 Ctrl+C。无论怎样结束，已记录的内容都会保存。

  --out DIR          运行文件夹的存放位置（默认 {folder}）
  --load URL         向 http://host:port/path 发送请求，或向应用自己端口的 /path 发送；可以重复
  --method, --header "Name: value", --body TEXT    用于这些请求
  --header @文件     从文件读取请求头，每行一个：本机其他用户能读取参数
  --setup 请求       在负载之前发送一次，例如登录：“POST /login” 或一条 cURL 命令；可重复。负载会发送其响应的 Cookie。
                     “login=POST /auth” 为它命名，否则以路径的末尾为名：其 JSON 响应的值在 --load、--header 和 --body 中
                     写作 {{login.token}}，登录页的字段写作 {{login._csrf}}
  --setup-body 文本  用于它之前的 --setup。--setup @文件 和 --setup-body @文件：从文件读取
  --setup-per-connection    为每个连接各发送一次：每个连接是独立的用户
  --cookies 哪些     setup（默认）、answers（还包括负载的响应所设置的 Cookie）或 none
  --connections N    同时打开的连接数（默认 10）
  --duration S       负载的秒数（默认 10）；没有 --load 时为最长记录时间：到时结束服务器，其他程序继续运行
  --warmup S         从应用的第一个响应算起，开始记录之前的负载秒数（默认 2）
  --rate N           每秒请求数（默认尽可能多）
  --tool NAME        用什么发送请求：autocannon（默认，内置），或 PATH 或 node_modules/.bin 中的程序：
                     wrk、ab、oha、hey、vegeta、bombardier、h2load、siege、artillery、locust
  --port 端口|套接字   应用有多个服务器时负载发往哪一个：端口，或 Unix 套接字的路径
  --startup          反复启动应用，每次从第一行到第一个服务器开始监听或应用结束（最多 30 秒），所有启动写成一次运行。
                     占比误差在 ±2 个百分点以内时停止：5 到 100 次启动，或 60 秒
  --starts N         与 --startup 一起：启动这么多次（1 到 1000）
  --savings          与 --startup 一起：随后不使用分析器再启动应用：原样、将最昂贵的导入推迟到首次使用、以及使用 NODE_COMPILE_CACHE，
                     轮流约 30 秒，并说明各节省多少、什么首先用到模块
  --request 路径     与 --savings 一起，用于服务器：开始监听后 GET 该路径，看它首先需要什么；可重复
  --from-start       从第一行开始记录服务器，而不是从开始监听起；report --startup 只显示其启动
  --interval US      两次采样之间的微秒数（默认 1000）
  --recorder KIND    exact（默认）或 inspector
  --passes LIST      再次测量该运行，每次都重新启动应用并发送相同的负载：waits（源代码在加载时被改写）、routes、
                     counts（代码执行次数）、allocations，或其中几个：waits,routes。每一遍都保存在运行的文件夹中
  --cwd DIR          应用的文件夹
  --routes           让应用标记其请求，使 report --route 能单独显示每条路由（每个请求数 µs CPU）
  --keep-secrets     在运行的命令行和请求中保留密码、令牌等机密（默认替换为 ***）
  -h, --help

退出码：0 已写入运行；应用自身失败时为应用的退出码，与 time(1) 相同（被信号结束时为 128 + 信号编号），
已记录的内容会保存；1 其他失败；2 用法错误；{failedLoad} 负载中没有一个请求成功（仍会写入运行）。`,
  "command.recorder.exact": "精确记录",
  "command.recorder.import": "导入",
  "command.recorder.inspector": "通过检查器记录",
  "command.report.about": "按函数和代码行显示一次运行或性能分析文件的开销",
  "command.report.help": `用法：heatline report FILE|RUN [选项]

显示最热的函数、源代码中最热的行，以及修改建议。

FILE  性能分析文件：{formats}；也可以是 .gz；- 表示标准输入；
      或其 URL，例如 http://localhost:6060/debug/pprof/profile?seconds=10
RUN   一次运行的文件夹，或存放多次运行的文件夹：取其中最新的、既未失败也未取消的一次

  --json           供程序读取的全部数据：见使用指南的 json.md
  --top N          显示多少个函数和代码行（默认 {top}；使用 --json 时为全部）
  --blocks         改为列出阻塞事件循环的内容：何时、多久、最热的行；最长的在前
  --imports [名称] 改为以树形列出加载每个模块的开销；给出名称时显示为何加载该模块，以及还有谁导入它
  --slowest        改为显示负载中最慢的请求，以及它们等待期间运行多于平常的行；
                   若该运行含等待测量，还显示它们的时间花在哪里
  --groups         改为列出已知工具的每个插件、加载器、规则、测试文件、设置文件和导入的开销
  --filter KINDS   只列出这些种类的代码，以逗号分隔：own, deps, node, native, gc, program, compile
  --source DIR     源代码移动后的当前位置；算作自有代码
  --path-mapping REMOTE=LOCAL
                   用于在别处运行的应用（容器、打包工具的地址）：它在那里的文件夹，以及对应的
                   本地文件夹；算作自有代码；可以多次给出
  --sample-type NAME
                   显示 pprof 采样的哪个值，例如 wall；默认为 CPU 时间
  --plain-http     从其他机器获取时也允许不加密
  -h, --help

只看运行的一部分（报告中会说明）：
  --thread NAME       只要这个线程，例如 "worker 1"；可以多次给出
  --route NAME        只要这条路由，例如 "GET /orders/:id"，须已测量路由；可以多次给出；"none" 为其余部分
  --from S, --to S    只要记录中这些秒之间的采样
  --startup           仅应用的启动：从第一行到首次监听，或到结束

省略内容（报告中会说明）：
  --hide-kinds KINDS  这些种类的代码，以逗号分隔；其时间计入调用者
  --hide FUNCTION     某个函数；其时间计入调用者；可以多次给出
  --below FUNCTION    不经过此函数的所有采样
  --group NAME        不属于此插件、规则、测试文件等的所有采样，名称见 --groups
  --file TEXT         不经过路径中含有此文本的文件的所有采样
  --merge-recursion   与 heatline export 相同；数值不变，因此报告不变
FUNCTION 是此处列出的函数名，或 NAME@FILE:LINE。

HEATLINE_AUTHORIZATION 是访问 URL 时 Authorization 请求头的值，例如“Bearer 令牌”。

自有代码是应用文件夹（对于 FILE 是当前文件夹）中 node_modules 以外的代码。
退出码：0 成功，1 无法读取性能分析文件，2 用法错误。`,
  "command.runIsIn": "运行保存在 {folder}",
  "command.sampleTypeOfOne": "--sample-type 只用于单个性能分析文件。",
  "command.samples": "{shown} 个采样，每个 {interval}",
  "command.samplesOnAverage": "{shown} 个采样，平均每个 {interval}",
  "command.sharesOfSamples": "占 {shown} 个忙碌采样的比例，误差最多 ± {error} 个百分点（95 %）。",
  "command.sharesOfTime": "占忙碌时间的比例（{shown} 个采样），误差最多 ± {error} 个百分点（95 %）。",
  "command.staleBuild": "{output} 比 {source} 旧：请先构建。",
  "command.staleBuildWith": "{output} 比 {source} 旧：请先构建（{command}）。",
  "command.startsWithoutStartup": "--starts 是 --startup 的启动次数：请同时给出 --startup。",
  "command.startupAlone": "--startup 只记录应用本身，不能与 {option} 一起使用：请去掉其中之一。",
  "command.startupSpan": "--startup 本身就是一段时间：请去掉 --from 和 --to。",
  "command.staticOnly": "--static 只能用于 --format svg。",
  "command.stoppedInWarmup": "负载在预热期间就被停止，记录尚未开始。请让它运行更久，或设置 --warmup 0。",
  "command.times": "（{shown} 次）",
  "command.tooManyProfiles": "只能给出一个性能分析文件或运行：“{value}” 是第二个。",
  "command.tooManyRuns": "只能给出两次运行：“{value}” 是第三个。",
  "command.tookAnswering": "应用监听 {all}。负载发往 {chosen}，它对 {request} 的应答为 {status}。可用 --port 选择另一个。",
  "command.tookFirst": "应用监听 {all}。负载发往最先打开的 {chosen}。可用 --port 选择另一个。",
  "command.twoRuns": "请给出两次运行，或一个运行文件夹：heatline compare BEFORE AFTER。",
  "command.unclearValue": "选项 {option} 没有值，或值以连字符开头：请写成 {option}=-XYZ。见 heatline {command} --help。",
  "command.unexpectedArgument": "此处不应有“{value}”。请参阅 heatline {command} --help。",
  "command.unknownOption": "未知选项 {option}。见 heatline {command} --help。",
  "command.unknownOptionLike": "未知选项 {option}。您是否想输入 {nearest}？见 heatline {command} --help。",
  "command.unneededValue": "选项 {option} 不带值。见 heatline {command} --help。",
  "command.unwritable": "无法写入输出：{reason}",
  "command.startsAssumed": "区间按同一代码两次启动通常相差 15 % 计算。",
  "command.startsMeasured": "区间依据相同代码的 {starts} 次启动。",
  "command.jsonAndFormat": "--json 与 --format {format} 相互矛盾：请去掉其中一个。",
  "command.tooSmall": "变化可能太小，各启动一次看不出来：请比较多次启动。",
  "command.verdict.faster": "更快",
  "command.verdict.new": "新增",
  "command.verdict.slower": "更慢",
  "command.verdict.vanished": "已消失",
  "command.waiting": "正在等待应用监听端口：之后开始负载。按 Ctrl+C 会结束应用并保存已记录的内容。",
  "command.waitingAt": "正在等待应用监听端口 {port}：之后开始负载。按 Ctrl+C 会结束应用并保存已记录的内容。",
  "command.waitingFor": "已启动，正在等待端口 · {seconds} 秒",
  "command.waitingLong":
    "{seconds} 秒后仍无端口。如果这是服务器，请查看其输出：它可能在等待数据库或输入，或者端口由并非它启动的进程打开。脚本无需 --load：不使用它时，程序会一直记录到结束。",
  "command.was": "（之前为 {before}）",
  "command.whatToExport": "请给出性能分析文件或运行：heatline export FILE|RUN --format FORMAT。",
  "command.whatToRecord": "请把应用的命令写在 -- 之后：heatline record -- node app.js。",
  "command.whatToReport": "请给出性能分析文件或运行：heatline report FILE|RUN。",
  "command.withLibraries": "归因：该行自身，以及它在库、Node.js 和原生代码中调用的一切。",
  "comment.budget": "预算",
  "comment.busyPer.run": "每次运行的忙碌时间",
  "comment.changed": "{shown} 项有变化",
  "comment.cpuPer.request": "每个请求的 CPU 时间",
  "comment.cpuPer.run": "每次运行的 CPU 时间",
  "comment.cpuPer.second": "每秒 CPU 时间",
  "comment.cpuPer.start": "每次启动的 CPU 时间",
  "comment.details": "比较了什么",
  "comment.edited": "文本有改动",
  "comment.faster": "更快",
  "comment.functions": "函数",
  "comment.inBaseOnly": "（之前）",
  "comment.judged": "{word}。{per}：×{ratio}（95 % 区间：×{low} 至 ×{high}）。",
  "comment.leftOut": "略去 {shown} 轮",
  "comment.leftOutRound": "第 {round} 轮已略去：{reason}",
  "comment.machine": "机器",
  "comment.measured": "测量内容",
  "comment.new": "新增",
  "comment.noDifference": "无显著变化",
  "comment.over": "超出预算",
  "comment.rounds": "{shown} 轮",
  "comment.slower": "更慢",
  "comment.uncertain": "尚不确定",
  "comment.undecided": "尚不确定：需要更多轮次",
  "comment.unjudged": "{word}。{per}没有比值：轮数太少，或之前没有忙碌时间。",
  "comment.unused": "没有变化：改动的文件都没有运行",
  "comment.unusedFile": "有改动但没有运行：",
  "comment.vanished": "已消失",
  "comment.better": "更好",
  "comment.worse": "更差",
  "comment.mixed": "有的数据更好，有的更差",
  "comment.warnings": "下方有 {shown} 条警告",
  "comment.what": "对象",
};
