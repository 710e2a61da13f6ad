package explorer

import (
	"cmp"
	"net/http"
	"strings"
)

// language is one that pages are written in.
type language string

const (
	english  language = "en"
	japanese language = "ja"
)

// languageOf is the language asked for, "" if none is, and the one that it comes to.
func languageOf(r *http.Request) (asked string, says language) {
	switch asked = r.FormValue("lang"); language(asked) {
	case english, japanese:
		return asked, language(asked)
	}
	if strings.HasPrefix(r.Header.Get("Accept-Language"), "ja") {
		return "", japanese
	}
	return "", english
}

func (l language) other() string {
	if l == japanese {
		return string(english)
	}
	return string(japanese)
}

// Of is what stands for a key, for templates.
func (l language) Of(key string) string { return l.of(key) }

// Other is the other language.
func (l language) Other() string { return l.other() }

func (l language) of(key string) string {
	both := says[key]
	if l == japanese {
		return cmp.Or(both[1], key)
	}
	return cmp.Or(both[0], key)
}

// says is all that pages say, in English and in Japanese.
var says = map[string][2]string{
	"language": {"日本語", "English"},
	"lead":     {"Exact answers about card shuffling, to look at and to play with.", "カードの混ぜ方を、正確な答えで見て遊ぶ。"},
	"skip":     {"Skip to the answers", "答えへ移動"},
	"show":     {"Show", "表示"},
	"printed":  {"As the command prints it", "コマンドの出力そのまま"},
	"ask":      {"Compute", "計算する"},
	"stop":     {"Stop", "中止"},
	"computes": {"computing…", "計算中…"},
	"stopped":  {"stopped", "中止しました"},
	"noscript": {"This takes longer than a moment: it needs JavaScript, or the command below.", "時間のかかる計算です。JavaScript を有効にするか、下のコマンドを使ってください。"},
	"text":     {"text", "テキスト"},
	"footer":   {"Everything is computed on this machine; nothing is sent anywhere.", "すべてこのコンピュータで計算し、外部には何も送りません。"},
	"menu":     {"Views", "ページ"},
	"previous": {"Previous", "前へ"},
	"next":     {"Next", "次へ"},
	"play":     {"Play", "再生"},
	"table":    {"Table", "表"},

	"tvd":           {"total variation distance", "全変動距離"},
	"separation":    {"separation", "分離距離"},
	"distance":      {"distance from a fair deck", "公平な山からの距離"},
	"shuffles.axis": {"number of shuffles", "シャッフルの回数"},

	"shuffles":           {"Perfect shuffles", "パーフェクトシャッフル"},
	"shuffles.lead":      {"After how many perfect shuffles is the deck back in order? Type a number of cards.", "何回のパーフェクトシャッフルで元に戻るか。カードの枚数を入れてください。"},
	"shuffles.n":         {"Cards", "カードの枚数"},
	"shuffles.kind":      {"Shuffle", "種類"},
	"shuffles.card":      {"Card at position", "動かすカードの位置"},
	"shuffles.to":        {"to position", "移動先の位置"},
	"shuffles.from":      {"Decks from", "枚数の下限"},
	"shuffles.upto":      {"to", "枚数の上限"},
	"shuffles.order":     {"When it is back", "元に戻るまでの回数"},
	"shuffles.steps":     {"Every step", "すべての手順"},
	"shuffles.stepsHelp": {"Each line is a deck, each colour a card; the last line is the first again.", "一行が一つの山、色がカード。最後の行で最初の並びに戻る。"},
	"shuffles.scatter":   {"Orders of many decks", "枚数と回数の関係"},
	"shuffles.scatterX":  {"number of cards", "カードの枚数"},
	"shuffles.scatterY":  {"shuffles until it is back; the diagonal is the most there can be", "元に戻るまでの回数。対角線が上限"},
	"shuffles.move":      {"From one position to another", "カードを好きな位置へ"},
	"shuffles.moveHelp":  {"The shortest sequence of in-shuffles (I) and out-shuffles (O), and the closed form.", "イン(I)とアウト(O)の最短の列と、公式による列。"},
	"shuffles.shortest":  {"shortest", "最短"},
	"shuffles.closed":    {"closed form", "公式"},
	"shuffles.families":  {"Other perfect shuffles", "ほかのパーフェクトシャッフル"},
	"shuffles.times":     {"shuffles", "回"},
	"shuffles.in":        {"in-shuffles: the top card becomes the second", "インシャッフル(一番上のカードが二枚目になる)"},
	"shuffles.out":       {"out-shuffles: the top card stays", "アウトシャッフル(一番上のカードが動かない)"},
	"shuffles.toomany":   {"Steps are shown for up to 208 cards; dovetail faro N prints those of more.", "手順の表示は208枚まで。それ以上は dovetail faro N を使ってください。"},

	"fair":            {"How far from fair", "どれだけ公平か"},
	"fair.lead":       {"How many riffles does a deck need? The distance is the edge that the best bet has over a fair deck.", "何回混ぜれば公平か。距離は、最良の賭けが公平な山に対して持つ有利さ。"},
	"fair.n":          {"Cards", "カードの枚数"},
	"fair.upto":       {"Shuffles up to", "回数の上限"},
	"fair.how":        {"Shuffle", "混ぜ方"},
	"fair.shelves":    {"Shelves of the machine", "シャッフル機の棚の数"},
	"fair.a":          {"Packets of a riffle", "リフルの束の数"},
	"fair.cut":        {"Also cut", "カットも入れる"},
	"fair.cards":      {"Cards moved from the top", "上から移すカード"},
	"fair.deck":       {"Repeated cards (red-black, suits, ranks, 13,39)", "同じカード(red-black, suits, ranks, 13,39)"},
	"fair.event":      {"The table names that event, how often it comes, and its price.", "表にその出来事、起こる確率、値段を示す。"},
	"fair.rising":     {"bet: rising sequences at most", "賭け: 上昇列の数がこれ以下"},
	"fair.cyclic":     {"bet: cyclic descents at most", "賭け: 巡回下降の数がこれ以下"},
	"fair.peaks":      {"bet: peaks at most", "賭け: 山型の数がこれ以下"},
	"fair.inorder":    {"bet: bottom cards still in order at least", "賭け: 元の下側で順序を保つ枚数がこれ以上"},
	"fair.comes":      {"comes with", "起こる確率"},
	"fair.price":      {"with a fair deck", "公平な山での確率"},
	"fair.curves":     {"All orders of the deck", "すべての並び順"},
	"fair.curvesBet":  {"The total variation distance is the edge of the best bet: there is an event such that a ticket that pays 1 when it comes, bought at its price with a fair deck, gains the distance on average.", "全変動距離は最良の賭けの有利さ。ある出来事が起これば1を受け取る券を、公平な山での値段で買うと、平均してこの距離だけ得をする。"},
	"fair.bet":        {"As a bet: how many cards can be named", "賭けとして: 何枚当てられるか"},
	"fair.betHelp":    {"Cards that the best player names right before they are turned over. The line is what a fair deck allows; each card above it is the player's edge.", "めくる前に言い当てられる枚数の期待値。横線は公平な山での値で、それを上回る分が有利さ。"},
	"fair.repeated":   {"If only colours, suits or ranks count", "色・スート・数字だけを見る場合"},
	"fair.repeatedOf": {"The distance where a player sees less of the deck than its order.", "並び順の一部しか見えない場合の距離。"},
	"guess.complete":  {"each card shown after the guess", "毎回答えを見せる"},
	"guess.none":      {"no card shown", "答えを見せない"},
	"guess.up":        {"cards guessed right", "当たる枚数"},

	"topswops":          {"Topswops", "トップスワップス"},
	"topswops.lead":     {"The top card says how many cards to reverse; the game ends when it is 1.", "一番上のカードの数だけ上から逆順にする。1が出たら終わり。"},
	"topswops.deck":     {"Deck, from the top", "山(上から順に)"},
	"topswops.n":        {"Longest games up to so many cards", "最長を探す枚数の上限"},
	"topswops.most":     {"Records up to so many cards", "記録の枚数の上限"},
	"topswops.play":     {"The game, card by card", "ゲームの進行"},
	"topswops.playHelp": {"Drag a card, or press one and then another, to exchange them; arrow keys move along. The score of the cards at home only grows: that is why every game ends.", "カードをドラッグするか、二枚を順に押すと入れ替わる。矢印キーで移動。得点(定位置にあるカード)は増えるだけなので、ゲームは必ず終わる。"},
	"topswops.exchange": {"Exchange the supporting cards: the game stays the same", "脇役を入れ替える(ゲームは変わらない)"},
	"shuffles.formula":  {"formula", "公式"},
	"topswops.moves":    {"moves", "手数"},
	"topswops.score":    {"score", "得点"},
	"topswops.longest":  {"The longest games, found while you watch", "最長のゲームをその場で探す"},
	"topswops.records":  {"Records: the longest games that a heuristic finds", "記録: 発見的方法で見つけた長いゲーム"},
	"topswops.toomany":  {"Games are shown for up to 104 cards; dovetail topswops play --file FILE plays more.", "表示は104枚まで。それ以上は dovetail topswops play --file FILE を使ってください。"},
	"protagonist":       {"protagonist: comes to the top", "主役(一番上に出る)"},
	"support":           {"support: never does", "脇役(一度も出ない)"},
	"largest":           {"largest protagonist", "最大の主役"},
	"critical":          {"critical: on top after the move of the largest", "臨界(最大の直後に出る)"},

	"words":          {"Words of shuffles", "シャッフルの組み合わせ"},
	"words.lead":     {"H is a Hindu shuffle, R a riffle, D a deal into piles. In which order do they mix best?", "H はヒンズー、R はリフル、D はディール。どの順に混ぜるのがよいか。"},
	"words.word":     {"Word", "組み合わせ"},
	"words.other":    {"Beside it", "比べる相手"},
	"words.n":        {"Cards", "カードの枚数"},
	"words.alphabet": {"Rank words of", "順位を付ける文字"},
	"words.build":    {"Build from letters", "文字で組み立てる"},
	"words.delete":   {"Delete the last letter", "最後の文字を消す"},
	"words.seed":     {"Deal", "配り"},
	"words.m":        {"of length", "長さ"},
	"words.by":       {"by", "評価"},
	"words.score":    {"After each letter", "一文字ごとの評価"},
	"words.letters":  {"letters", "文字数"},
	"words.meantvd":  {"mean distance of a card from uniform", "カード一枚の平均の距離"},
	"words.bitmap":   {"Where cards go", "カードの行き先"},
	"words.bitHelp":  {"Row: where a card starts; column: where it ends. Red comes too often, blue too rarely, white is as in a fair deck.", "行は最初の位置、列は最後の位置。赤は多すぎ、青は少なすぎ、白は公平。"},
	"words.another":  {"Where they go by the other", "比べる相手では"},
	"words.dealt":    {"A deck that it deals", "実際に混ぜた山"},
	"words.before":   {"before", "混ぜる前"},
	"words.after":    {"after", "混ぜた後"},
	"words.again":    {"Deal again", "もう一度"},
	"words.rank":     {"All words of a length", "同じ長さのすべての組み合わせ"},
	"words.rankHelp": {"Every word of these letters, ranked exactly.", "これらの文字のすべての組み合わせを正確に順位付け。"},
	"words.tvd":      {"Over all orders of the deck", "すべての並び順での距離"},
	"words.tvdHelp":  {"Total variation distance from a fair deck with its interval, by sampled decks. It takes a minute or so.", "公平な山からの全変動距離の区間(標本による)。一分ほどかかります。"},

	"trick":           {"The trick", "カード当て"},
	"trick.lead":      {"Riffle a new deck, cut it, note the top card, put it back anywhere. The magician looks at the deck, and names the card.", "新しい山を混ぜて切り、一番上のカードを覚えて好きな所に戻す。魔術師は山を見てカードを当てる。"},
	"trick.riffles":   {"Riffles", "リフルの回数"},
	"trick.seed":      {"Deal", "配り"},
	"trick.place":     {"Put back at", "戻す位置"},
	"trick.deck":      {"Or your own deck, from the top (AS 10H ...)", "自分の山(上から AS 10H …)"},
	"trick.spectator": {"The spectator", "観客"},
	"trick.noted":     {"The top card is noted", "覚えたカード"},
	"trick.reveal":    {"Show the noted card", "覚えたカードを見る"},
	"trick.magician":  {"The magician", "魔術師"},
	"trick.names":     {"Your card is", "あなたのカードは"},
	"trick.sure":      {"with probability", "確率"},
	"trick.never":     {"No such deck comes from so few riffles.", "この回数のリフルではこの並びになりません。"},
	"trick.odds":      {"How often it works", "どれだけ当たるか"},
	"trick.one":       {"one guess", "一回で"},
	"trick.three":     {"three guesses", "三回で"},
	"trick.up":        {"probability", "確率"},
	"trick.again":     {"Another deck", "別の山"},

	"wrong.patience": {"This takes too long for a page: put it to the command, or ask for less.", "ページには時間がかかりすぎます。コマンドを使うか、条件を小さくしてください。"},
	"wrong.busy":     {"This page is computing something: stop that, or wait for it.", "このページは計算中です。中止するか、終わるまで待ってください。"},
	"wrong.nothing":  {"There is nothing to ask.", "計算するものがありません。"},
	"wrong.gone":     {"The record is gone.", "記録がなくなりました。"},
	"wrong.ends":     {"The explorer ends.", "エクスプローラは終了中です。"},
	"wrong.fault":    {"This is a fault of the program, which goes on without the answer: %v", "プログラムの誤りで答えを出せませんでした: %v"},
	"wrong.searches": {"%d searches go on: stop one of them, or give this one to the command: %s", "%d 件の探索が動いています。どれかを中止するか、コマンドを使ってください: %s"},
	"wrong.long":     {"%s: this is too long for a page (%d characters at most); put it to the command.", "%s: ページには長すぎます(最大 %d 文字)。コマンドを使ってください。"},
	"wrong.choice":   {"%s: %q is not one of %s.", "%s: %q は選べません。%s のどれかにしてください。"},
	"wrong.number":   {"%s: %q is not a whole number from %d to %d; the commands take more.", "%s: %q は %d から %d までの整数ではありません。それ以外はコマンドを使ってください。"},
	"wrong.form":     {"%s: %q is not %s.", "%s: %q は使えません。%s を入れてください。"},
	"wrong.letters":  {"%s: %q is not a word of letters that have a shuffle, such as HRD; a page takes %d letters at most.", "%s: %q は使えません。HRD のように、シャッフルを表す文字を %d 個まで入れてください。"},
	"wrong.empty":    {"%s %d, %s %d: no deck is in this range.", "%s %d、%s %d: この範囲には山がありません。"},

	"form.cards": {"a list of cards such as 3 1 2 or AS 10H", "3 1 2 や AS 10H のようなカードの並び"},
	"form.word":  {"a word such as HRD", "HRD のような組み合わせ"},
	"form.dealt": {"a name such as suits, or numbers of cards such as 13,39", "suits などの名前か、13,39 のような枚数"},
	"form.many":  {"a whole number from 1 on", "1 以上の整数"},
	"form.day":   {"a day such as 2026-01-31", "2026-01-31 のような日付"},
	"form.name":  {"the name of a search", "探索の名前"},
	"form.plain": {"a number such as 10, 1.5 or 5/3, or a name", "10、1.5、5/3 のような数か名前"},
	"form.model": {"a model such as riffle(cut=normal)", "riffle(cut=normal) のようなモデル"},

	"sofar":      {"Best so far", "ここまでの最良"},
	"so.far":     {"%s so far", "経過 %s"},
	"so.left":    {"%s left", "残り約 %s"},
	"so.rate":    {"%s tasks a second", "毎秒 %s タスク"},
	"so.tasks":   {"%d tasks done", "%d タスク完了"},
	"so.workers": {"%d workers with %d threads", "ワーカー %d 台、スレッド %d 本"},

	"save":       {"Save in the catalogue", "カタログに保存"},
	"save.kept":  {"saved as record", "保存しました: 記録"},
	"save.first": {"Compute the answer first.", "先に計算してください。"},
	"save.none":  {"This is not kept in the catalogue.", "これはカタログに保存できません。"},

	"state.waits":   {"waits", "待機中"},
	"state.runs":    {"runs", "計算中"},
	"state.stopped": {"stopped", "停止"},
	"state.done":    {"done", "完了"},
	"state.failed":  {"failed", "失敗"},

	"runs":              {"Runs", "計算と記録"},
	"runs.lead":         {"Searches of this machine, what pages compute, and the catalogue of what was kept.", "このコンピュータの探索、ページの計算、保存した記録のカタログ。"},
	"runs.searches":     {"Searches", "探索"},
	"runs.searchesHelp": {"A search goes on when this page is closed, and keeps its state: stopped, or after the explorer ended in any way, it goes on from there. It is the command's own: what is begun here can go on there, and the other way round.", "探索はページを閉じても続き、状態を保存します。停止しても、エクスプローラが終わっても、続きから再開できます。コマンドで始めた探索も同じ場所に置けば表示されます。"},
	"runs.longest":      {"The longest games of topswops", "トップスワップスの最長ゲーム"},
	"runs.longest.n":    {"Cards", "カードの枚数"},
	"runs.rank":         {"The best words of shuffles", "最もよく混ざる組み合わせ"},
	"runs.rank.m":       {"Letters", "文字数"},
	"runs.rank.n":       {"Cards", "カードの枚数"},
	"runs.rank.by":      {"by", "評価"},
	"runs.orders":       {"Orders of perfect shuffles", "パーフェクトシャッフルの位数"},
	"runs.orders.from":  {"Odd numbers from", "奇数の下限"},
	"runs.orders.upto":  {"to", "上限"},
	"runs.threads":      {"Threads (0: all)", "スレッド (0: すべて)"},
	"runs.toowide":      {"A page asks for a billion numbers at most; dovetail orders stats A..B --resume DIR takes more.", "ページからは十億個まで。それ以上は dovetail orders stats A..B --resume DIR を使ってください。"},
	"runs.start":        {"Start", "開始"},
	"runs.go":           {"Go on", "再開"},
	"runs.read":         {"Read the answer", "答えを読む"},
	"runs.show":         {"Answer", "答え"},
	"runs.elsewhere":    {"in another process", "別のプロセスで計算中"},
	"runs.cluster":      {"On the cluster", "クラスタ"},
	"runs.nofolder":     {"There is no folder for states: give one with --runs DIR.", "状態を置くフォルダがありません。--runs DIR で指定してください。"},
	"runs.unknown":      {"There is no such search.", "その探索はありません。"},
	"runs.unread":       {"This answer was not read yet: press the button of the search.", "答えはまだ読み込まれていません。探索のボタンを押してください。"},
	"runs.answer":       {"The answer of a search", "探索の答え"},
	"runs.jobs":         {"Questions of pages", "ページの計算"},
	"runs.none":         {"Nothing is being computed.", "計算はありません。"},
	"runs.line":         {"Command", "コマンド"},
	"runs.state":        {"State", "状態"},
	"runs.time":         {"Seconds", "秒"},
	"runs.catalogue":    {"The catalogue", "カタログ"},
	"runs.nothing":      {"There is no catalogue yet: a button below an answer saves it, and so does --save of any command.", "カタログはまだありません。答えの下のボタンか、コマンドの --save で保存できます。"},
	"runs.nonefound":    {"No record is like that.", "当てはまる記録はありません。"},
	"runs.find":         {"Find", "検索"},
	"runs.schema":       {"Schema", "種類"},
	"runs.n":            {"Cards (n)", "カードの枚数 (n)"},
	"runs.m":            {"Letters (m)", "文字数 (m)"},
	"runs.spell":        {"Word", "組み合わせ"},
	"runs.since":        {"Saved since", "保存日の下限"},
	"runs.until":        {"until", "上限"},
	"runs.saved":        {"Saved (UTC)", "保存日時 (UTC)"},
	"runs.kind":         {"Kind", "性質"},
	"runs.from":         {"Command", "コマンド"},
	"runs.back":         {"All runs and records", "一覧に戻る"},
	"runs.put":          {"A search that a command begins in this folder is listed here too:", "コマンドでこのフォルダに始めた探索もここに表示されます:"},
	"runs.older":        {"Older records", "前の記録"},
	"runs.newest":       {"Newest records", "新しい記録"},
	"runs.record":       {"A record", "記録"},
	"runs.verify":       {"Verify", "検証"},
	"runs.check":        {"Verify", "検証する"},
	"runs.verifyHelp":   {"The question is read off each record that passes the filter above, or is shown, and asked again: the answer must be the same. Twenty seconds are allowed for a record; dovetail catalogue verify takes more.", "上の条件に合う記録(または表示中の記録)から問いを読み取って計算し直し、同じ答えになるかを確かめます。一件二十秒まで。それ以上は dovetail catalogue verify を使ってください。"},
	"runs.verdict":      {"Verdict", "判定"},
	"runs.checked":      {"What was checked", "確かめたこと"},
	"verdict.holds":     {"holds", "正しい"},
	"verdict.fails":     {"fails", "誤り"},
	"verdict.unknown":   {"unknown", "不明"},

	"verdict.partly checked": {"partly checked", "一部のみ確認"},

	"model.ashuffle":      {"a-shuffle", "a 束のリフル"},
	"model.ashuffle.a":    {"packets", "束の数"},
	"model.clumpy":        {"clumpy riffle", "かたまりの残るリフル"},
	"model.clumpy.switch": {"chance to change packets", "束を替える確率"},
	"model.clumpy.cut":    {"cut", "分け方"},
	"model.clumpy.off":    {"cut above the middle by", "中央からのずれ"},
	"model.clumpy.sd":     {"sd of the cut", "分け方の標準偏差"},
	"model.cut":           {"cut", "カット"},
	"model.cut.law":       {"place", "位置の分布"},
	"model.cut.cards":     {"cards", "枚数"},
	"model.deal":          {"deal into piles", "ディール"},
	"model.deal.order":    {"piles from the top, as 1-3-2", "山を重ねる順(1-3-2 など)"},
	"model.deal.piles":    {"piles", "山の数"},
	"model.deal.top":      {"card on top of a pile", "山の一番上になるカード"},
	"model.faro":          {"perfect shuffle", "パーフェクトシャッフル"},
	"model.faro.kind":     {"in or out", "インかアウトか"},
	"model.hindu":         {"Hindu shuffle", "ヒンズーシャッフル"},
	"model.hindu.size":    {"size of packets", "束の枚数の分布"},
	"model.hindu.mean":    {"mean packet", "束の平均枚数"},
	"model.hindu.sd":      {"standard deviation", "標準偏差"},
	"model.hindu.round":   {"rounded", "端数の丸め方"},
	"model.hindu.min":     {"least packet", "束の最小枚数"},
	"model.hindu.max":     {"greatest packet", "束の最大枚数"},
	"model.human":         {"riffle by hand", "人の手によるリフル"},
	"model.human.low":     {"cut above the middle by at least", "中央からのずれの下限"},
	"model.human.high":    {"and at most", "中央からのずれの上限"},
	"model.human.double":  {"chance of two cards at once", "二枚続けて落ちる確率"},
	"model.inverse":       {"undone", "逆のシャッフル"},
	"model.inverse.of":    {"shuffle that is undone", "元のシャッフル"},
	"model.overhand":      {"overhand shuffle", "オーバーハンドシャッフル"},
	"model.overhand.p":    {"chance to part neighbours", "隣を分ける確率"},
	"model.riffle":        {"riffle", "リフルシャッフル"},
	"model.riffle.cut":    {"cut", "分け方"},
	"model.riffle.sd":     {"sd of the cut", "分け方の標準偏差"},
	"model.shelf":         {"shelf machine", "棚式シャッフル機"},
	"model.shelf.m":       {"shelves", "棚の数"},
	"model.top":           {"cards from the top put anywhere", "上のカードを好きな所へ"},
	"model.top.cards":     {"cards", "枚数"},
	"model.wash":          {"wash", "かき混ぜ(完全に混ざる)"},
}
