package gen

import (
	"strconv"
	"strings"
)

// words make realistic directories, file names and parameters. None of them
// was taken from a real file; they are what sites of every kind are made of.
var words = strings.Fields(`
about account admin agenda ajax album api app archive article assets auction audio author backup
banner basket billing blog board book bookmark brand browse cache calendar campaign cart catalog
category cgi-bin chat checkout city class client cloud code collection comment common community
company compare component config contact content core country coupon course css currency customer
dashboard data date deal debug default demo department detail dev directory discount discussion
document download draft edit editor email embed en error event example experiment explore export
extension faq favorite feed feedback file filter find flash follow font form forum frame friend
gallery game gift global graph group guest guide help history home hotel html icon image img import
inbox include index info install invite invoice issue item job js json keyword landing language layout
legacy legal lib library license link list live local location log login logout mail main manage
manual map market media member menu message misc mobile module monitor movie music my network new
news newsletter node note notice offer office old online order page panel paper partner password
payment people photo php picture plan player plugin podcast policy poll portal post preview price print
privacy private product profile program project promo public publish query question quote random rating
redirect refer register release remote reply report request research reset resource rest result review
rss sale sample save scripts search section secure security send server service session settings setup
share shop show signup site sitemap skin sort source special sport staff static stats status store stream
submit subscribe support survey system tag team temp template test theme thread ticket tmp token tool top
topic track trade translate travel trend trial type update upload url user utility vendor version video
view vote web weather widget wiki windows wish wishlist word work xml year zone
`)

var suffixes = []string{".html", ".html", ".php", ".php", ".htm", ".aspx", ".jsp", ".pdf", ".xml", ".jpg", ".gif", ".js", ".css", ".json", ".cgi"}

var parameters = []string{"id", "p", "page", "q", "sort", "order", "dir", "lang", "s", "ref", "sid", "PHPSESSID", "utm_source", "cat", "view", "print", "replytocom", "filter", "limit", "color"}

// escapes are canonical escapes as they occur in real paths; loose are the
// spellings that need canonicalising.
var (
	escapes = []string{"%20", "%C3%A9", "%C3%BC", "%26", "%2C", "%2B", "%D0%B0", "%E3%81%82", "%28", "%25"}
	loose   = []string{"%7e", "%c3%a9", "%2d", "%5f", "%41", "%e3%81%82", "é", "ü", "%3a", "%2f", " ", "|"}
)

// segment gives one directory or file stem.
func segment(c Chooser) string {
	w := pick(c, words)
	switch c.IntN(8) {
	case 0:
		return w + "-" + pick(c, words)
	case 1:
		return w + "_" + pick(c, words)
	case 2:
		return w + strconv.Itoa(c.IntN(1000))
	case 3:
		return strings.ToUpper(w[:1]) + w[1:]
	case 4:
		return pick(c, words) + "-" + w + "-" + pick(c, words)
	default:
		return w
	}
}

// parameter gives one name=value of a query.
func parameter(c Chooser) string {
	if chance(c, 40) {
		return pick(c, parameters) + "=" + strconv.Itoa(c.IntN(100000))
	}
	return pick(c, parameters) + "=" + pick(c, words)
}

// A knot is one point of a measured distribution: percent of the values are at
// most at.
type knot struct {
	percent float64
	at      int
}

// draw takes a value from a distribution given by its knots, growing evenly on
// a logarithmic scale between them.
func draw(c Chooser, knots []knot) int {
	x := float64(c.IntN(1_000_000)) / 10_000
	for i := 1; i < len(knots); i++ {
		lo, hi := knots[i-1], knots[i]
		if x > hi.percent {
			continue
		}
		return between(lo.at, hi.at, (x-lo.percent)/(hi.percent-lo.percent))
	}
	return knots[len(knots)-1].at
}
