import type { CommandBundle } from "../../command-text.ts";

/** In Russian, as `en.ts` has them. */
export const commandRussian: CommandBundle = {
  "app.brokenNode": "{file} не запускается.\nУкажите после -- путь к работающему Node.js или поставьте его в PATH первым.",
  "app.noInspector":
    "Node.js {version} ({file}) собран без инспектора, поэтому запись невозможна.\nУкажите после -- путь к Node.js с сайта nodejs.org или поставьте его в PATH первым.",
  "app.noProgram": "Программы {file} нет.\nИсправьте путь после -- или сначала соберите приложение.",
  "app.nodeNotFound": "{runtime} не найден в PATH.\nУстановите Node.js или укажите путь к нему после --.",
  "app.notStarted": "Не удалось запустить {file}: {reason}.\nПроверьте команду после --.",
  "app.nothingRecordedOrKilled":
    "Ничего не записано: приложение завершилось до первого сэмпла либо было убито вместе с сэмплами инспектора.\nЗапустите его снова и завершите клавишами Ctrl+C либо возьмите точный рекордер: он ничего не теряет.",
  "app.oldNode":
    "Node.js {version} ({file}) слишком старый: Heatline нужна версия {oldest} или новее.\nУстановите более новый Node.js или укажите путь к нему после --.",
  "app.runtimeNotFound": "{runtime} не найден в PATH.\nУстановите его или исправьте команду после --.",
  "app.unsafeArgument":
    "{runtime} запускает скрипт через cmd.exe, а тот изменил бы, отбросил или выполнил часть этого: {argument}.\nИзмените это или укажите после -- саму программу скрипта.",
  "attach.noAnswer":
    "По адресу {address} инспектор не отвечает.\nЗапустите приложение командой «node --inspect» или выполните «heatline attach» без адреса, чтобы узнать, как добраться до приложения в другом месте.",
  "command.advice": "Советы",
  "command.agentSetup.about": "даёт агенту для программирования доступ к Heatline: добавляет его в настройки агента",
  "command.agentSetup.added": "Heatline добавлен в {file}. Перезапустите {client} и разрешите запуск сервера, если появится вопрос.",
  "command.agentSetup.badClient": "Клиента «{value}» нет. Клиенты: {clients}.",
  "command.agentSetup.byHand":
    "Файл {file} записан так, что {name} нельзя безопасно изменить. Ничего не изменено.\nИзмените это в файле вручную.",
  "command.agentSetup.changed": "Тем временем {file} изменила другая программа, поэтому ничего не записано.\nЗапустите команду ещё раз.",
  "command.agentSetup.declined": "Ничего не изменено.",
  "command.agentSetup.help": `Использование: heatline agent-setup [CLIENT] [параметры]

Добавляет сервер MCP, встроенный в Heatline, в настройки агента для программирования, чтобы агент мог измерять, читать
горячие строки и сравнивать. Показывает, что изменится, спрашивает и оставляет всё остальное в файле без изменений.

CLIENT   claude (по умолчанию)  .mcp.json в проекте, для Claude Code и других, кто его читает
         vscode                 .vscode/mcp.json в проекте
         cursor                 .cursor/mcp.json в проекте
         gemini                 .gemini/settings.json в проекте
         codex                  config.toml в ~/.codex (или CODEX_HOME), для всех проектов: сервер работает в папке,
                                в которой запущен Codex, если не указан --root

  --remove     убрать Heatline
  --root DIR   проект (по умолчанию текущая папка)
  -y, --yes    не спрашивать; нужно, если нет терминала
  -h, --help

Коды завершения: 0 записано или делать нечего, 1 не записано, 2 неверное использование.`,
  "command.agentSetup.linked":
    "{file} — символическая ссылка. Ничего не изменено.\nИзмените файл, на который она указывает, или замените ссылку этим файлом.",
  "command.agentSetup.linkedFolder":
    "{folder} — символическая ссылка, поэтому {file} находится не в самом проекте. Ничего не изменено.\nВнесите изменение там вручную.",
  "command.agentSetup.needsYes": "Ничего не записано: без терминала некого спросить. Чтобы записать, добавьте --yes.",
  "command.agentSetup.noFolder": "{folder} — не папка.\nУкажите папку проекта с помощью --root.",
  "command.agentSetup.noHome": "Домашняя папка неизвестна, поэтому настройки Codex не найти.\nЗадайте HOME или CODEX_HOME.",
  "command.agentSetup.notObject": "{name} в {file} — не объект. Ничего не изменено.\nИсправьте файл и повторите попытку.",
  "command.agentSetup.notOurs":
    "В файле {file} есть запись с именем heatline, которая запускает не Heatline. Ничего не изменено.\nЕсли запись никому не нужна, удалите её в файле вручную.",
  "command.agentSetup.notText": "{file} не в кодировке UTF-8. Ничего не изменено.\nСохраните его в UTF-8 и повторите попытку.",
  "command.agentSetup.notThere": "В {file} нет записи heatline. Ничего не изменено.",
  "command.agentSetup.oddFile": "{file} — не обычный файл размером не более {megabytes} МБ. Ничего не изменено.",
  "command.agentSetup.otherThere": "В {file} уже есть запись heatline, которая запускает другое. Она заменяется, как показано.",
  "command.agentSetup.otherUser": "{file} принадлежит другому пользователю. Ничего не изменено.\nПопросите его внести изменение.",
  "command.agentSetup.question": "Записать это в {file}? [y/N]",
  "command.agentSetup.removed": "Heatline удалён из {file}.",
  "command.agentSetup.sameThere": "В {file} уже есть эта запись. Ничего не изменено.",
  "command.agentSetup.syntax": "В {file} синтаксическая ошибка в строке {line}. Ничего не изменено.\nИсправьте её и повторите попытку.",
  "command.agentSetup.twoClients": "Укажите только одного клиента: «{value}» — второй.",
  "command.agentSetup.unusable": "Изменить {file} не удалось: {reason}.",
  "command.agentSetup.variable":
    "{client} заменит часть этого пути значением переменной: {text}. Ничего не записано.\nПереименуйте папку или внесите запись вручную.",
  "command.attach.about": "записывает работающее приложение через его инспектор, в том числе в контейнере или на другой машине",
  "command.attach.badAddress": "«{value}» — не адрес инспектора, такой как 127.0.0.1:9229.",
  "command.attach.declined": "Подключение не выполнено.",
  "command.attach.help": `Использование: heatline attach HOST:PORT [параметры]

Записывает работающее приложение Node.js через его инспектор до конца нагрузки или до Ctrl+C и сохраняет запуск, как heatline record.
Приложение продолжает работать, и в нём ничего не остаётся. HOST:PORT — где слушает его инспектор, например 127.0.0.1:9229. Без него
heatline attach показывает, как добраться до приложения в контейнере, в кластере или на другой машине.

  --out DIR          куда поместить папку запуска (по умолчанию {folder})
  --load URL         слать запросы на http://host:port/path или на /path порта самого приложения; можно повторять
  --method, --header, --body, --setup, --setup-body, --setup-per-connection, --cookies, --connections, --warmup, --rate, --tool, --port
                     для нагрузки, как у heatline record
  --duration S       секунд нагрузки (по умолчанию 10); без --load — наибольшее время записи
  --path-mapping REMOTE=LOCAL
                     папка приложения там, где оно работает, и эта же папка здесь, например /usr/src/app=. ; можно повторять
  --interval US      микросекунд между двумя сэмплами (по умолчанию 1000)
  --keep-secrets     сохранять пароли, токены и подобное в запросах запуска (по умолчанию вместо них ***)
  -y, --yes          не спрашивать перед подключением к другой машине; обязательно без терминала
  -h, --help

Коды выхода: 0 запуск записан; 1 подключиться не удалось или ничего не записано; 2 неверный вызов; {failedLoad} ни один запрос не удался
(запуск записан).`,
  "command.attach.how": `heatline attach HOST:PORT записывает работающее приложение Node.js через его инспектор. Сначала сделайте порт инспектора доступным здесь:

Docker      docker run -p 127.0.0.1:9229:9229 IMAGE node --inspect=0.0.0.0:9229 app.js
Kubernetes  kubectl port-forward pod/POD 9229
SSH         ssh -N -L 9229:127.0.0.1:9229 HOST

Затем       heatline attach 127.0.0.1:9229 --path-mapping /usr/src/app=.

В поде и на той машине приложение запущено с node --inspect или открывает инспектор по сигналу: kubectl exec POD -- kill -USR1 1,
ssh HOST kill -USR1 PID. Для нагрузки сделайте доступным и порт самого приложения и укажите его: --load http://127.0.0.1:3000/path.

Любой, кому доступен инспектор, может выполнять код в приложении. Открывайте его только на 127.0.0.1, как показано выше, а когда закончите,
перезапустите приложение без --inspect.`,
  "command.attach.needsYes": "{host} — не эта машина, а без терминала спросить некого. Чтобы подключиться, добавьте --yes.",
  "command.attach.oneAddress": "Укажите только один адрес: «{value}» — уже второй.",
  "command.attach.question":
    "{host} — не эта машина. Во время записи приложение работает немного медленнее, а Heatline читает его исходный код. Подключиться? [y/N]",
  "command.attached": "Идёт запись приложения по адресу {address}. Ctrl+C завершает запись; приложение продолжает работать.",
  "command.badFilter": "--{name} принимает {kinds}, а не «{value}».",
  "command.badCompareFormat": "--format должен быть text, markdown или json, а не «{value}».",
  "command.badFormat": "--format должен быть одним из: {formats}; «{value}» не подходит.",
  "command.badHeader": '--header должен иметь вид "Name: value"; задано «{value}».',
  "command.badPass": "--passes принимает {passes}, но не «{value}».",
  "command.badRequestPath": "--request {value} — не путь вида /report.",
  "command.busyTime.start": "Время занятости на старт {before} → {after}, {change}",
  "command.byHttp2": "{server} отвечает только по HTTP/2, поэтому нагрузку посылает h2load.",
  "command.imports.more": "и ещё {shown}; больше покажет --top",
  "command.imports.more#few": "и ещё {shown}; больше покажет --top",
  "command.imports.more#many": "и ещё {shown}; больше покажет --top",
  "command.imports.more#one": "и ещё {shown}; больше покажет --top",
  "command.imports.unsampled": "и {shown} модуля без сэмплов; --imports ИМЯ покажет, почему загружен один из них",
  "command.imports.unsampled#few": "и {shown} модуля без сэмплов; --imports ИМЯ покажет, почему загружен один из них",
  "command.imports.unsampled#many": "и {shown} модулей без сэмплов; --imports ИМЯ покажет, почему загружен один из них",
  "command.imports.unsampled#one": "и {shown} модуль без сэмплов; --imports ИМЯ покажет, почему он загружен",
  "command.imports.noModule":
    "Пока загружался модуль «{name}», не снято ни одного сэмпла. Укажите пакет, конец пути файла или то, что написано в import.",
  "command.imports.noSamples":
    "Ни у одного импорта «{name}» нет сэмплов: это часть собранного файла, или пока он загружался, не снято ни одного сэмпла. Сколько стоят его строки, показывает отчёт без --imports.",
  "command.cpuTime.start": "ЦП всех потоков на старт {before} → {after}",
  "command.fromStartWithLoad": "--from-start записывает без нагрузки: уберите --load.",
  "command.grew.start": "время занятости на старт выросло на {growth} %; --fail-above допускает {limit} %.",
  "command.grewFromZero.start": "время занятости на старт выросло с нуля; --fail-above допускает {limit} %.",
  "command.listeningGoesOn": "Приложение слушает порт {port}, запись продолжается. Ctrl+C завершит её.",
  "command.noHeaderFile": "Файл для --header, {file}, не читается: {reason}.",
  "command.oddHeaderFile": "{file} для --header должен быть файлом не больше {kilobytes} КБ, по одному «Name: value» в строке.",
  "command.badLoad": "--load должен быть адресом, например http://127.0.0.1:3000/, или путём /path; задано «{value}».",
  "command.badMapping": "--path-mapping должен иметь вид /usr/src/app=. (папка там и папка здесь); «{value}» не подходит.",
  "command.badPer": "--per принимает request или second, но не «{value}».",
  "command.badRecorder": "--recorder принимает exact или inspector, но не «{value}».",
  "command.badSetup": "--setup должен иметь вид «POST /login» или быть командой cURL, а --setup-body стоит после своего --setup.",
  "command.badCookies": "--cookies принимает setup, answers и none, но не «{value}».",
  "command.noSetupFile": "Файл для --setup или --setup-body, {file}, не читается: {reason}.",
  "command.oddSetupFile": "{file} для --setup или --setup-body должен быть файлом не больше {kilobytes} КБ.",
  "command.pass": "проход {pass} из {of}: {kind}",
  "command.passBegun": "Проход {pass} из {of}: {kind}, осталось {seconds} с.",
  "command.passKind.allocations": "выделения памяти",
  "command.passKind.counts": "число выполнений",
  "command.passKind.routes": "маршруты",
  "command.passKind.waits": "ожидания",
  "command.passLeft": "проход {pass} из {of}: {kind} · осталось {seconds} с",
  "command.passStarting": "проход {pass} из {of}: {kind} · запуск приложения",
  "command.passWaiting":
    "В этом проходе порта нет уже {seconds} с, хотя в самом запуске он был. Посмотрите вывод приложения. Ctrl+C завершит проход, запуск сохранится.",
  "command.passWritten.allocations": "Выделения памяти измерены: {rate}{inRun}.",
  "command.passWritten.counts": "Число выполнений измерено: {rate}{inRun}.",
  "command.passWritten.routes": "Маршруты измерены: все вместе {rate}{inRun}.",
  "command.passWritten.waits": "Ожидания измерены: {rate}{inRun}.",
  "command.passesEnding": "Текущий проход отбрасывается, приложение завершается…",
  "command.passesLeftOut": "Проходы не измерены: нагрузка запуска не завершилась успешно.",
  "command.passesWithoutLoad": "--passes снова отправляет нагрузку: укажите и --load.",
  "command.perUnit.start": "Время занятости на старт: свой код со всем, что к нему отнесено, прочий код сам по себе.",
  "command.recordingStarts":
    "Приложение запускается снова и снова, каждый раз до открытия порта или завершения. Показан вывод только первого старта. Ctrl+C сохранит сделанные старты.",
  "command.requestWithoutSavings": "--request отправляется для --savings: укажите и его.",
  "command.savings.ending": "Приложение завершается. Запуск сохранён без измеренного выигрыша.",
  "command.savings.how":
    "heatline record --startup --savings -- КОМАНДА измерит, что дали бы загрузка при первом использовании и NODE_COMPILE_CACHE.",
  "command.savings.interrupted": "Возможный выигрыш не измерен: вы прервали измерение. Чтобы измерить его, повторите ту же команду.",
  "command.savings.measuring":
    "Приложение запускается без профилировщика, чтобы измерить возможный выигрыш. Ctrl+C оставит запуск без этого.",
  "command.savings.progress": "стартов без профилировщика: {starts}, каждым способом: {rounds}",
  "command.savingsWithoutStartup": "{option} относится к --startup: укажите и его.",
  "command.setupOption":
    'Нагрузка не может сделать то, что просит {options} команды cURL. Уберите это или напишите --setup "POST /login" --setup-body ТЕКСТ.',
  "command.badSpan": "Значение --from должно быть меньше --to: {from} не меньше {to}.",
  "command.badTool": "--tool принимает {tools}, но не «{value}».",
  "command.bench.badNode": "--node принимает версию, например 22 или 22.11, или путь к работающему Node.js, но не «{value}».",
  "command.bench.failed.build":
    "Сборка {side} не удалась: {command} завершилась с {code}.\nИсправьте сборку, задайте другую с --build или откажитесь от неё с --no-build.",
  "command.bench.failed.checkout": "Не удалось извлечь {side}.\nПосмотрите, что сообщает Git.",
  "command.bench.failed.install":
    "Пакеты {side} не установлены: {command} завершилась с {code}.\nИсправьте это или задайте другую команду с --install.",
  "command.bench.failed.submodules":
    "Не удалось извлечь подмодуль {side}.\nСначала выполните «git submodule update --init» в своей папке: тому, что в ней есть, сеть не нужна.",
  "command.bench.sameCommit":
    "{base} и {head} — один и тот же коммит ({commit}), и незакоммиченных изменений нет: сравнивать нечего.\nУкажите другую версию с --base или --head либо две версии Node.js с --node.",
  "command.bench.noBase": "Перед первым коммитом нет другого, с которым можно сравнить.\nУкажите его с --base.",
  "command.bench.noFolder":
    "В {side} нет папки {folder}, в которой должно работать приложение.\nВыберите другую версию или другую папку с --cwd.",
  "command.bench.noGit": "Git не найден в PATH, а обе версии берутся из него.\nУстановите Git.",
  "command.bench.noManager":
    "{program}, которая устанавливает пакеты {side} или собирает её, не найдена в PATH.\nУстановите её или задайте другую команду с --install и --build.",
  "command.bench.noNode":
    "Node.js {version} нет ни в PATH, ни в менеджере версий, и npm не смог его установить.\nУстановите его или укажите путь с --node.",
  "command.bench.noRef": "В этом репозитории нет коммита с именем «{ref}».\nИсправьте имя или сначала получите его с git fetch.",
  "command.bench.noRefInShallow":
    "В этом репозитории, неполном клоне, нет коммита с именем «{ref}».\nСначала получите его: git fetch --depth=1 origin {ref}; в GitHub Actions задайте fetch-depth: 0.",
  "command.bench.noRepository":
    "{folder} не находится в рабочем дереве репозитория Git, из которого берутся обе версии.\nВыполните команду там или укажите папку с --cwd.",
  "command.bench.about": "сравнивает две версии или два Node.js: записывает по очереди и оценивает вместе",
  "command.bench.alone": "{option} не сочетается с {other}.",
  "command.bench.base": "Основа: {name} ({commit})",
  "command.bench.ending": "Завершается то, что запущено, и удаляются извлечённые версии… Нажмите Ctrl+C ещё раз, чтобы прервать сразу.",
  "command.bench.head": "Новая версия: {name} ({commit})",
  "command.bench.changed": "{commit}, изменено файлов: {files}",
  "command.bench.help": `Использование: heatline bench [параметры] -- npm start
               heatline bench --node 22 --node 26 [параметры] -- npm start

Сравнивает две версии приложения. Обе извлекаются из Git рядом, устанавливаются, собираются и записываются по очереди на этой
машине, поэтому видна разница в несколько процентов; в конце они удаляются. Ваша папка и репозиторий остаются как были.

  --base REF         версия до: ветка, тег или коммит (по умолчанию: место, где новая версия отошла от основной ветки; на самой этой ветке —
                     предыдущий коммит, или последний, если есть незакоммиченное)
  --head REF         версия после (по умолчанию: ваша папка как есть, с незакоммиченным, но без игнорируемых файлов)
  --node VERSION     что выполняет обе: версия (ищется в PATH, в менеджере версий, иначе устанавливается из npm) или путь;
                     если указать дважды, сравниваются два Node.js на одном коде, первый — основа

Что записывается, в каждом раунде по разу для каждой версии:
  --load /PATH       сервер под нагрузкой, на порту из переменной PORT; можно повторять. --method, --header, --body, --setup,
                     --setup-body, --setup-per-connection, --cookies, --connections, --duration, --warmup, --rate и --tool — как
                     у heatline record
  --port PORT        где он слушает, если не смотрит на PORT
  --startup          запуск сервера или программы; --starts N в каждом раунде (по умолчанию {starts})
  --test             выполнение тестовой команды, которая может открывать серверы
                     без этого: выполнение программы, которая завершается сама; с --duration S — его часть
  --rounds N         от {fewest} до {most} (по умолчанию {rounds}); меньше 6 — видны только большие изменения;
                     до них каждая версия записывается один раз для прогрева, это не учитывается

Как она готовится:
  --install CMD, --no-install    вместо установки менеджером пакетов по файлу блокировки (npm, pnpm, yarn, bun)
  --build CMD, --no-build        вместо скрипта build
  --cwd DIR          папка приложения; в обеих версиях используется та же

Что получается:
  --budgets FILE     что и насколько может вырасти, например
                     { "app": "5 %", "lib/price.js#scorePrice": "2 ms", "lib/price.js#total": "10 %" };
                     #total — весь код файла, #total() — функция с таким именем; пути считаются от папки FILE
                     (по умолчанию: heatline.budgets.json в папке приложения; без него приложение расти не может)
  --json, --markdown, --format text|markdown|json    что печатается
  --sarif FILE       также записать изменения в SARIF
  --out DIR          сохранить записи там: heatline compare DIR/base DIR/head
  --interval US, --recorder KIND, --keep-secrets     как у heatline record
  -h, --help

Файлы .env, которые игнорирует Git, копируются в обе версии и удаляются вместе с ними.

Коды завершения: 0 ничто не выросло сверх бюджета, 1 сбой, 2 неверное использование, {over} что-то значимо выросло сверх бюджета,
{failedLoad} ни один запрос нагрузки не удался. Ctrl+C оценивает полные раунды, если их не меньше {fewest}.`,
  "command.bench.interrupted": "Прервано раньше, чем записано три полных раунда, поэтому оценки нет.",
  "command.bench.judgedSoFar": "Прервано вами: оцениваются полные раунды ({shown}).",
  "command.bench.listens":
    "Приложение — сервер, но нагрузка на него не подаётся.\nУкажите --load, или --startup для его запуска; --test, если это тест, который открывает серверы.",
  "command.bench.loadIsPath":
    "--load у bench принимает только /путь: каждая запись получает собственный порт в PORT. Если приложение слушает постоянный порт, укажите его с --port.",
  "command.bench.nodesOrVersions": "Два --node сравнивают две версии Node.js на одной версии кода: не указывайте --base.",
  "command.bench.notStarted": "{side} не удалось записать: {reason}\nВывод приведён выше.",
  "command.bench.otherNode":
    "{side} работало на Node.js {version}, а не на {wanted}.\nКоманда сама называет Node.js: напишите node или имя скрипта.",
  "command.bench.round": "раунд {round} из {rounds}, {side}",
  "command.bench.roundLeft": "раунд {round} из {rounds}, {side} · осталось около {minutes} мин",
  "command.bench.secondsLeft": "раунд {round} из {rounds}, {side} · осталось около {seconds} с",
  "command.bench.runsAreIn": "Записи находятся в {folder}",
  "command.bench.sarifUnwritten": "Не удалось записать {file}: {reason}.",
  "command.bench.step.build": "Сборка {side}",
  "command.bench.step.checkout": "Извлечение {side}",
  "command.bench.step.copy": "Копирование пакетов для {side}: они те же",
  "command.bench.step.install": "Установка пакетов {side}",
  "command.bench.step.node": "Установка Node.js {side} с помощью npm",
  "command.bench.tooManyFailed": "Не удались раунды: {failed} из {rounds}, поэтому оценки нет. Первый: {reason}",
  "command.bench.twoNodes": "--node можно указать не более двух раз.",
  "command.bench.warmUp": "Прогрев {side}: одна запись, которая не учитывается",
  "command.bench.whatToBench": "сначала укажите параметры, затем -- и команду, например: heatline bench --base main --load / -- npm start",
  "command.bug": "это ошибка в программе, сообщите о ней: {reason}",
  "command.busy": "занятых: {shown} ({share})",
  "command.busyTime.request": "Время занятости на запрос {before} → {after}, {change}",
  "command.busyTime.run": "Время занятости на запуск {before} → {after}, {change}",
  "command.busyTime.second": "Время занятости в секунду {before} → {after}, {change}",
  "command.column.after": "после",
  "command.column.before": "до",
  "command.column.change": "изменение",
  "command.column.rest": "остальное",
  "command.column.span": "отрезок",
  "command.compare.about": "сравнивает два запуска: что дало изменение",
  "command.compare.help": `Использование: heatline compare BEFORE AFTER [параметры]
       heatline compare RUNS [параметры]
       heatline compare RUN --from S --to S [параметры]

Сравнивает два запуска: показатели нагрузки, а также функции и строки, стоимость которых значимо изменилась.

RUNS           папка с запусками: самый новый годный запуск сравнивается с новейшим более ранним таким же
BEFORE, AFTER  папки запусков или профили, как у heatline report (до и после); из папки с запусками берётся
               новейший годный, для BEFORE — новейший такой же, как AFTER
RUN            один запуск или профиль: его сэмплы между этими секундами сравниваются с остальными

Запуск годен, если его нагрузка или скрипт завершились и не удалось меньше 1 % запросов. Запуски одинаковы, если
одинаковы папка, команда, тест, запросы, инструмент, соединения и частота. Пропущенные запуски называются.

  --per UNIT            request (по умолчанию; у тестов и скриптов запуск) или second: на что делится стоимость
  --top N               столько функций и строк (по умолчанию {top}; с --json все, в том числе без изменений)
  --json                всё сразу, для программ: см. json.md в руководстве
  --format FORMAT       text (по умолчанию), json или markdown: комментарий к запросу на слияние, не больше 60 000 байт
  --sarif FILE          ещё и записывает изменившиеся строки и функции своего кода в SARIF 2.1.0 для анализаторов кода
  --fail-above PERCENT  код выхода {above}, если всё время занятости на единицу значимо выросло больше чем на столько процентов
                        (рост меньше 10 % не учитывается: настолько различаются два запуска одного кода)
  --thread NAME         только этот поток обоих запусков, например "worker 1"; можно указать несколько раз
  --route NAME          только этот маршрут обоих запусков, например "GET /orders/:id"; можно указать несколько раз; "none" — остальное
  --startup             только старт обоих приложений: от первой строки до начала прослушивания порта или до конца
  --hide-kinds, --hide, --below, --group, --file, --merge-recursion
                        опустить что-либо в обоих запусках, как у heatline report
  --plain-http          загружать с другой машины и без шифрования
  -h, --help

Коды выхода: 0 успех, 1 запуск не удалось прочитать, 2 неверный вызов, {above} стоимость выше, чем допускает --fail-above.`,
  "command.busyPerRequest": "{time} времени занятости на запрос",
  "command.cpuPerRequest": "{time} ЦП на запрос",
  "command.cpuTime.request": "ЦП всех потоков на запрос {before} → {after}",
  "command.cpuTime.run": "ЦП всех потоков на запуск {before} → {after}",
  "command.cpuTime.second": "ЦП всех потоков в секунду {before} → {after}",
  "command.emptySelection": "В выбранной части ничего не работало: показывать нечего.\nЧтобы увидеть всё, не указывайте {options}.",
  "command.endedUnsampled": "Приложение завершилось до первого сэмпла своего кода: показывать нечего.",
  "command.completions.about": "выводит скрипт, с которым оболочка дополняет команды и параметры",
  "command.completions.help": `Использование: heatline completions SHELL

Выводит скрипт, с которым оболочка по клавише Tab дополняет команды, параметры и их значения. SHELL — одно из:

  bash         в ~/.bashrc: source <(heatline completions bash)
  zsh          в ~/.zshrc, после compinit: source <(heatline completions zsh)
  fish         один раз: heatline completions fish > ~/.config/fish/completions/heatline.fish
  powershell   в $PROFILE: heatline completions powershell | Out-String | Invoke-Expression

  -h, --help

Дополняется команда heatline, как после npm install --global. Скрипт в файле нужно вывести заново после обновления Heatline.`,
  "command.completions.which": "heatline completions требует имя одной оболочки: {shells}.",
  "command.detaching": "Запись завершается. Приложение продолжает работать.",
  "command.ending": "Записанное сохраняется, приложение завершается…",
  "command.export.about": "сохраняет запуск или профиль в формате других инструментов",
  "command.export.help": `Использование: heatline export FILE|RUN [AFTER] --format FORMAT [-o FILE|-]

Сохраняет запуск или профиль в формате, который читают другие инструменты.

FILE, RUN  как у heatline report
AFTER      второй запуск: что изменилось, красным и синим; для svg и html

  --format FORMAT  {formats}
  -o, --output F   файл для записи; - означает стандартный вывод (по умолчанию)
  --static         для svg: картинка без скрипта, без масштаба и поиска
  --sample-type NAME
                   какое значение сэмплов профиля pprof показать, например wall; по умолчанию время ЦП
  --plain-http     загружать с другой машины и без шифрования
  -h, --help

Чтобы сохранить часть запуска, о чём будет сказано в любом формате:
  --thread NAME       только этот поток, например "worker 1"; можно указать несколько раз; из двух запусков — в обоих
  --route NAME        только этот маршрут, например "GET /orders/:id", если маршруты измерены; можно указать несколько раз; "none" — остальное
  --from S, --to S    только сэмплы между этими секундами записи; только для одного запуска
  --startup           только старт приложения: от первой строки до начала прослушивания порта или до конца

Чтобы опустить что-либо в svg, html и markdown, о чём в них будет сказано:
  --hide-kinds KINDS  код этих видов, через запятую, как в --filter у heatline report; его время относится к вызывающим
  --hide FUNCTION     функцию; её время относится к вызывающим; можно указать несколько раз
  --below FUNCTION    все сэмплы, которые не проходят через эту функцию
  --group NAME        все сэмплы вне этого плагина, правила, файла тестов и т. п., как их перечисляет --groups
  --file TEXT         все сэмплы, которые не проходят через файл с таким текстом в пути
  --merge-recursion   повторные витки функций, которые вызывают сами себя (числа не меняются)
FUNCTION: имя, как его показывает heatline report, или NAME@FILE:LINE.

В файле .cpuprofile один поток: остальные потоки попадают в отдельные файлы рядом, а в стандартный вывод пишется только первый.
Коды выхода: 0 успех, 1 профиль не удалось прочитать или файл не удалось записать, 2 неверный вызов.`,
  "command.fetching": "загрузка {name} …",
  "command.functions": "Функции",
  "command.goesOn": "Время записи истекло, запуск сохранён. Программа продолжает работать; Ctrl+C завершает её.",
  "command.grew.request": "время занятости на запрос выросло на {growth} %; --fail-above допускает {limit} %.",
  "command.grew.run": "время занятости на запуск выросло на {growth} %; --fail-above допускает {limit} %.",
  "command.grew.second": "время занятости в секунду выросло на {growth} %; --fail-above допускает {limit} %.",
  "command.grewFromZero.request": "время занятости на запрос выросло с нуля; --fail-above допускает {limit} %.",
  "command.grewFromZero.run": "время занятости на запуск выросло с нуля; --fail-above допускает {limit} %.",
  "command.grewFromZero.second": "время занятости в секунду выросло с нуля; --fail-above допускает {limit} %.",
  "command.help.about": "показывает построчно, на что приложение Node.js тратит процессорное время.",
  "command.help.more": "подробнее о команде",
  "command.help.usage": "Использование: heatline COMMAND …",
  "command.hotFunctions": "Горячие функции",
  "command.idle": "Приложение всё время простаивало: показывать нечего.",
  "command.inRun": "{rate} в запуске",
  "command.inferred": "≈: частично выведено, а не измерено.",
  "command.kind.compile": "компиляция",
  "command.kind.dependency": "зависимости",
  "command.kind.gc": "сборка мусора",
  "command.kind.native": "нативный код",
  "command.kind.node": "ядро Node.js",
  "command.kind.own": "свой код",
  "command.kind.program": "сам V8",
  "command.leftOut": "Не показаны как шум: {functions} и {lines}.",
  "command.leftOut.functions": "{shown} функции",
  "command.leftOut.functions#few": "{shown} функции",
  "command.leftOut.functions#many": "{shown} функций",
  "command.leftOut.functions#one": "{shown} функция",
  "command.leftOut.lines": "{shown} строки",
  "command.leftOut.lines#few": "{shown} строки",
  "command.leftOut.lines#many": "{shown} строк",
  "command.leftOut.lines#one": "{shown} строка",
  "command.lines": "Строки",
  "command.listening": "Приложение слушает порт {port}: запись началась. Ctrl+C завершает её.",
  "command.madeOf": "состав: {parts}",
  "command.mcp.about": "обслуживает агента для программирования по протоколу MCP",
  "command.mcp.help": `Использование: heatline mcp [параметры]

Позволяет агенту измерять приложение, читать его горячие строки и сравнивать записи. Клиент агента запускает эту команду и общается
с ней через стандартный ввод и вывод, пока не закроет ввод; heatline agent-setup добавляет её в настройки клиента.

  --root DIR        папка проекта; вне её ничего не читается и не запускается; можно указать несколько раз
                    (по умолчанию папки, которые называет клиент, иначе текущая папка)
  --runs DIR        ещё одна папка с записями; можно указать несколько раз; в первую попадают и новые записи
  --allow-commands  разрешить агенту запускать любые команды; без этого клиент спрашивает пользователя о каждой команде,
                    которая не является скриптом, конфигурацией запуска или тестом проекта
  -h, --help

Коды завершения: 0 клиент закрыл ввод, 2 неверное использование.`,
  "command.mcp.waiting":
    "Сервер ждёт клиента агента, который должен сам запускать эту команду: это настраивает heatline agent-setup. Ctrl+C завершает сервер.",
  "command.moreRows": "… и ещё {more}: --top {all}",
  "command.moreThreads": "Ещё {count} потока записываются только в файлы (-o FILE).",
  "command.moreThreads#few": "Ещё {count} потока записываются только в файлы (-o FILE).",
  "command.moreThreads#many": "Ещё {count} потоков записываются только в файлы (-o FILE).",
  "command.moreThreads#one": "Ещё {count} поток записывается только в файл (-o FILE).",
  "command.noCurrentFolder": "Текущей папки больше нет.\nПерейдите в другую папку и повторите команду.",
  "command.noFormat": "--format должен быть одним из: {formats}.",
  "command.noLines": "Ни одна строка выбранного кода не имеет стоимости.",
  "command.noSource": "(исходный код не сохранён)",
  "command.noSuchCommand": "Команды «{name}» нет. Команды: {commands}.",
  "command.noSuchCommandLike": "Команды «{name}» нет. Возможно, имелось в виду {nearest}. Команды: {commands}.",
  "command.noValue": "Для параметра {option} не задано значение. См. heatline {command} --help.",
  "command.noneChanged": "Значимых изменений нет.",
  "command.notFilterable":
    "--{name} не сочетается с --{part}: там всегда учитывается весь код. Уберите одно из двух; часть запуска выбирают --thread, --route, --from и --to.",
  "command.notFiltered": "--{name} годится только для {formats}.",
  "command.notNumber": "--{name} должен быть числом от {least} до {most}; «{value}» не подходит.",
  "command.notOfTwo": "Два запуска сохраняются только как {formats}.",
  "command.notWhole": "--{name} должен быть целым числом; «{value}» не подходит.",
  "command.note": "Примечания",
  "command.nothingOfKinds": "Код выбранных видов не имеет стоимости.",
  "command.nothingRecorded": "Ничего не записано: приложение работало слишком недолго даже для одного сэмпла.",
  "command.oneRoute": "--passes routes требует нескольких запросов --load: с одним всё время принадлежит его маршруту.",
  "command.oneServer": "Все адреса --load должны относиться к одному серверу, а {other} — это не {first}.",
  "command.onlyRedirects":
    "Каждый ответ был перенаправлением ({statuses}), поэтому профиль показывает, как приложение перенаправляет.\nЕсли приложению нужен вход, войдите с помощью --setup. Иначе нагружайте адрес, на который оно перенаправляет.",
  "command.perUnit.request": "Время занятости на запрос: свой код со всем, что к нему отнесено, прочий код сам по себе.",
  "command.perUnit.run": "Время занятости на запуск: свой код со всем, что к нему отнесено, прочий код сам по себе.",
  "command.perUnit.second": "Время занятости в секунду: свой код со всем, что к нему отнесено, прочий код сам по себе.",
  "command.passedOver": "{name} ({id}) пропущен: {why}",
  "command.morePassedOver": "Пропущено ещё {shown} запуска.",
  "command.morePassedOver#one": "Пропущен ещё {shown} запуск.",
  "command.morePassedOver#few": "Пропущено ещё {shown} запуска.",
  "command.morePassedOver#many": "Пропущено ещё {shown} запусков.",
  "command.phase.measuring": "запись",
  "command.phase.setup": "подготовка",
  "command.phase.waiting": "ожидание первого ответа",
  "command.phase.warmup": "прогрев",
  "command.portTwice": "--port выбирает один из серверов приложения, а {url} уже указывает, куда идёт нагрузка. Оставьте что-то одно.",
  "command.portWithoutLoad": "--port выбирает сервер для нагрузки: укажите и --load.",
  "command.progress.errors": "{shown} ошибки",
  "command.progress.errors#few": "{shown} ошибки",
  "command.progress.errors#many": "{shown} ошибок",
  "command.progress.errors#one": "{shown} ошибка",
  "command.progress.left": "осталось {seconds} с",
  "command.progress.p99": "p99 {shown} мс",
  "command.record.about": "запускает приложение и записывает его",
  "command.record.help": `Использование: heatline record [параметры] -- node app.js …

Запускает приложение, записывает его и сохраняет запуск в папку, которую открывают heatline report и расширение VS Code.
Программа, которая завершается сама, записывается от первой строки до конца. Сервер записывается под нагрузкой (--load)
или с момента, когда он начал слушать порт, до Ctrl+C. Чем бы всё ни закончилось, записанное сохраняется.

  --out DIR          куда поместить папку запуска (по умолчанию {folder})
  --load URL         слать запросы на http://host:port/path или на /path порта самого приложения; можно повторять
  --method, --header "Name: value", --body TEXT    для этих запросов
  --header @ФАЙЛ     то же из файла, по одному в строке: аргументы могут прочитать другие пользователи машины
  --setup ЗАПРОС     отправляется один раз до нагрузки, например для входа: "POST /login" или команда cURL; можно повторять.
                     Нагрузка отправляет cookie из ответа. "login=POST /auth" даёт имя, иначе имя — конец пути: значения ответа JSON —
                     {{login.token}} в --load, --header и --body, поля страницы входа — {{login._csrf}}
  --setup-body ТЕКСТ    для --setup перед ним. --setup @ФАЙЛ и --setup-body @ФАЙЛ: то же из файла
  --setup-per-connection    отправить их для каждого соединения: каждое — отдельный пользователь
  --cookies КАКИЕ    setup (по умолчанию), answers (также cookie из ответов на нагрузку) или none
  --connections N    открыто одновременно (по умолчанию 10)
  --duration S       секунд нагрузки (по умолчанию 10); без --load — наибольшее время записи: затем сервер завершается, другая программа продолжает работать
  --warmup S         секунд нагрузки до начала записи, считая от первого ответа приложения (по умолчанию 2)
  --rate N           запросов в секунду (по умолчанию как можно больше)
  --tool NAME        чем отправлять запросы: autocannon (по умолчанию, встроен) или программа из PATH либо node_modules/.bin:
                     wrk, ab, oha, hey, vegeta, bombardier, h2load, siege, artillery, locust
  --port ПОРТ|СОКЕТ какой из нескольких серверов приложения нагружать: порт или путь сокета Unix
  --startup          запускать приложение снова и снова, от первой строки до открытия порта или завершения (не дольше 30 с), и сохранить
                     один запуск из всех стартов. Конец, когда доли известны до ±2 пунктов: от 5 до 100 стартов или 60 с
  --starts N         с --startup: столько стартов (от 1 до 1000)
  --savings          с --startup: затем запускать приложение и без профилировщика — как есть, с откладыванием самых дорогих импортов до
                     первого использования и с NODE_COMPILE_CACHE, по очереди около 30 с — и показать, что даёт каждый способ и что первым требует модуль
  --request ПУТЬ     с --savings, для сервера: GET после открытия порта, чтобы узнать, что ему нужно первым; можно повторять
  --from-start       записать сервер с первой строки, а не с начала прослушивания порта; report --startup покажет только его старт
  --interval US      микросекунд между двумя сэмплами (по умолчанию 1000)
  --recorder KIND    exact (по умолчанию) или inspector
  --passes СПИСОК    измерить запуск снова, каждый раз с новым стартом приложения и той же нагрузкой: waits (код переписывается при
                     загрузке), routes, counts (сколько раз выполняется код), allocations или несколько: waits,routes. Они хранятся в папке запуска
  --cwd DIR          папка приложения
  --routes           приложение отмечает запросы, и report --route показывает каждый маршрут отдельно (несколько мкс ЦП на запрос)
  --keep-secrets     сохранять пароли, токены и подобное в командной строке и запросах запуска (по умолчанию вместо них ***)
  -h, --help

Коды выхода: 0 запуск записан; код самого приложения, если оно завершилось с ошибкой, как у time(1) (128 + номер сигнала, если его
завершил сигнал), и записанное сохраняется; 1 другая ошибка; 2 неверный вызов; {failedLoad} ни один запрос не удался (запуск записан).`,
  "command.recorder.exact": "точная запись",
  "command.recorder.import": "импортировано",
  "command.recorder.inspector": "запись через инспектор",
  "command.report.about": "выводит стоимость запуска или профиля по функциям и строкам",
  "command.report.help": `Использование: heatline report FILE|RUN [параметры]

Выводит самые горячие функции, самые горячие строки в их исходном коде и советы, что изменить.

FILE  профиль: {formats}; также .gz; - означает стандартный ввод;
      или URL профиля, например http://localhost:6060/debug/pprof/profile?seconds=10
RUN   папка запуска или папка с запусками: из неё берётся новейший, который не упал и не был отменён

  --json           всё сразу, для программ: см. json.md в руководстве
  --top N          столько функций и строк (по умолчанию {top}; с --json все)
  --blocks         вместо этого — что блокировало цикл событий: когда, как долго и самая горячая строка; сначала самое долгое
  --imports [ИМЯ]  вместо этого — сколько стоила загрузка каждого модуля, деревом; с именем — почему этот модуль загружен и кто ещё его импортирует
  --slowest        вместо этого: самые медленные запросы нагрузки и строки, что выполнялись больше обычного, пока те ждали;
                   если в записи есть проход ожиданий, то и на что ушло их время
  --groups         вместо этого — сколько стоили каждый плагин, загрузчик, правило, файл тестов, файл настройки и импорт
  --filter KINDS   только строки таблиц с кодом этих видов, через запятую: own, deps, node, native, gc, program, compile
  --source DIR     где исходный код находится теперь, если его переместили; считается своим кодом
  --path-mapping REMOTE=LOCAL
                   для приложения, работавшего в другом месте (контейнер, адрес сборщика): его папка там и она же
                   здесь; считается своим кодом; можно указать несколько раз
  --sample-type NAME
                   какое значение сэмплов профиля pprof показать, например wall; по умолчанию время ЦП
  --plain-http     загружать с другой машины и без шифрования
  -h, --help

Чтобы посмотреть на часть запуска, о чём в отчёте будет сказано:
  --thread NAME       только этот поток, например "worker 1"; можно указать несколько раз
  --route NAME        только этот маршрут, например "GET /orders/:id", если маршруты измерены; можно указать несколько раз; "none" — остальное
  --from S, --to S    только сэмплы между этими секундами записи
  --startup           только старт приложения: от первой строки до начала прослушивания порта или до конца

Чтобы опустить что-либо, о чём в отчёте будет сказано:
  --hide-kinds KINDS  код этих видов, через запятую; его время относится к вызывающим
  --hide FUNCTION     функцию; её время относится к вызывающим; можно указать несколько раз
  --below FUNCTION    все сэмплы, которые не проходят через эту функцию
  --group NAME        все сэмплы вне этого плагина, правила, файла тестов и т. п., как их перечисляет --groups
  --file TEXT         все сэмплы, которые не проходят через файл с таким текстом в пути
  --merge-recursion   как у heatline export; числа не меняются, поэтому не меняется и отчёт
FUNCTION: имя, как оно показано здесь, или NAME@FILE:LINE.

HEATLINE_AUTHORIZATION — значение заголовка Authorization для URL, например «Bearer ТОКЕН».

Свой код — это то, что лежит в папке приложения (для FILE: в текущей), вне node_modules.
Коды выхода: 0 успех, 1 профиль не удалось прочитать, 2 неверный вызов.`,
  "command.runIsIn": "Запуск сохранён в {folder}",
  "command.sampleTypeOfOne": "--sample-type — только для одного профиля.",
  "command.samples": "сэмплов: {shown} по {interval}",
  "command.samplesOnAverage": "сэмплов: {shown}, в среднем по {interval}",
  "command.sharesOfSamples": "Доли от занятых сэмплов (их {shown}), погрешность не больше ± {error} пункта (95 %).",
  "command.sharesOfTime": "Доли от времени занятости (сэмплов: {shown}), погрешность не больше ± {error} пункта (95 %).",
  "command.staleBuild": "{output} старше, чем {source}: сначала соберите.",
  "command.staleBuildWith": "{output} старше, чем {source}: сначала соберите ({command}).",
  "command.startsWithoutStartup": "--starts — число стартов для --startup: укажите и его.",
  "command.startupAlone": "--startup записывает только само приложение, без {option}: оставьте что-то одно.",
  "command.startupSpan": "--startup уже задаёт промежуток: уберите --from и --to.",
  "command.staticOnly": "--static годится только для --format svg.",
  "command.stoppedInWarmup": "Нагрузка остановлена во время прогрева, до начала записи. Дайте ей поработать дольше или задайте --warmup 0.",
  "command.times": "(раз: {shown})",
  "command.tooManyProfiles": "Укажите только один профиль или запуск: «{value}» уже второй.",
  "command.tooManyRuns": "Укажите только два запуска: «{value}» уже третий.",
  "command.tookAnswering":
    "Приложение слушает {all}. Нагрузка идёт на {chosen}: там на {request} получен ответ {status}. Другой выбирает --port.",
  "command.tookFirst": "Приложение слушает {all}. Нагрузка идёт на {chosen}, открытый первым. Другой выбирает --port.",
  "command.twoRuns": "Укажите два запуска или одну папку с запусками: heatline compare BEFORE AFTER.",
  "command.unclearValue":
    "У параметра {option} нет значения, или оно начинается с дефиса: пишите {option}=-XYZ. См. heatline {command} --help.",
  "command.unexpectedArgument": "«{value}» здесь не ожидается. См. heatline {command} --help.",
  "command.unknownOption": "Неизвестный параметр {option}. См. heatline {command} --help.",
  "command.unknownOptionLike": "Неизвестный параметр {option}. Возможно, имелось в виду {nearest}. См. heatline {command} --help.",
  "command.unneededValue": "Параметр {option} не принимает значения. См. heatline {command} --help.",
  "command.unwritable": "не удалось записать вывод: {reason}",
  "command.startsAssumed": "Интервалы исходят из обычных 15 %, на которые различаются два запуска одного кода.",
  "command.startsMeasured": "Интервалы исходят из запусков одинакового кода: {starts}.",
  "command.jsonAndFormat": "--json и --format {format} противоречат друг другу: уберите один из параметров.",
  "command.tooSmall": "Изменение может быть слишком мало для одного запуска каждой версии: сравните несколько запусков.",
  "command.verdict.faster": "быстрее",
  "command.verdict.new": "новое",
  "command.verdict.slower": "медленнее",
  "command.verdict.vanished": "исчезло",
  "command.waiting":
    "Ожидание, пока приложение начнёт слушать порт: тогда начнётся нагрузка. Ctrl+C завершает приложение и сохраняет записанное.",
  "command.waitingAt":
    "Ожидание, пока приложение начнёт слушать порт {port}: тогда начнётся нагрузка. Ctrl+C завершает приложение и сохраняет записанное.",
  "command.waitingFor": "запущено, ожидание порта · {seconds} с",
  "command.waitingLong":
    "Порта нет уже {seconds} с. Если это сервер, посмотрите его вывод: возможно, он ждёт базу данных или ввод, или порт открывает процесс, который запустил не он. Скрипту --load не нужен: без него программа записывается до конца.",
  "command.was": "(было {before})",
  "command.whatToExport": "Укажите профиль или запуск: heatline export FILE|RUN --format FORMAT.",
  "command.whatToRecord": "Укажите команду приложения после --: heatline record -- node app.js.",
  "command.whatToReport": "Укажите профиль или запуск: heatline report FILE|RUN.",
  "command.withLibraries": "Отнесено: сама строка и всё, что она вызвала в библиотеках, Node.js и нативном коде.",
  "comment.budget": "бюджет",
  "comment.busyPer.run": "Время занятости на запуск",
  "comment.changed": "изменилось: {shown}",
  "comment.cpuPer.request": "Время ЦП на запрос",
  "comment.cpuPer.run": "Время ЦП на запуск",
  "comment.cpuPer.second": "Время ЦП в секунду",
  "comment.cpuPer.start": "Время ЦП на старт",
  "comment.details": "Что сравнивалось",
  "comment.edited": "изменён текст",
  "comment.faster": "Быстрее",
  "comment.functions": "Функции",
  "comment.inBaseOnly": "(до)",
  "comment.judged": "{word}. {per}: ×{ratio} (интервал 95 %: от ×{low} до ×{high}).",
  "comment.leftOut": "пропущено: {shown}",
  "comment.leftOutRound": "Раунд {round} пропущен: {reason}",
  "comment.machine": "Машина",
  "comment.measured": "Измерено",
  "comment.new": "Новое",
  "comment.noDifference": "Без значимых изменений",
  "comment.over": "Превышен бюджет",
  "comment.rounds": "{shown} раунда",
  "comment.rounds#one": "{shown} раунд",
  "comment.rounds#few": "{shown} раунда",
  "comment.rounds#many": "{shown} раундов",
  "comment.slower": "Медленнее",
  "comment.uncertain": "не наверняка",
  "comment.undecided": "Пока не ясно: нужно больше раундов",
  "comment.unjudged": "{word}. {per}: отношения нет, так как раундов слишком мало или раньше ничего не выполнялось.",
  "comment.unused": "Без изменений: ни один изменённый файл не выполнялся",
  "comment.unusedFile": "Изменён, но не выполнялся:",
  "comment.vanished": "Исчезло",
  "comment.better": "Лучше",
  "comment.worse": "Хуже",
  "comment.mixed": "Одни показатели лучше, другие хуже",
  "comment.warnings": "ниже {shown} предупреждения",
  "comment.warnings#one": "ниже {shown} предупреждение",
  "comment.warnings#few": "ниже {shown} предупреждения",
  "comment.warnings#many": "ниже {shown} предупреждений",
  "comment.what": "что",
};
